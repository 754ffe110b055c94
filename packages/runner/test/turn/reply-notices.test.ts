import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { parseCodeBlocks } from '@rlm/termination';
import { describe, expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';
import { leftOutNotice } from '../../src/turn/reply-notices.js';

const block = (code: string, tag: string): string => `\`\`\`${tag}\n${code}\n\`\`\``;

describe('leftOutNotice', () => {
  it('names the tag and the first line of each block, and counts the others', () => {
    const reply = [1, 2, 3, 4, 5].map((n) => block(`x = ${String(n)}\ny`, 'python')).join('\n\n');
    const { message } = leftOutNotice(parseCodeBlocks(reply));
    expect(message).toMatch(/`python` .*`x = 1`/);
    expect(message).toContain('2 more');
    expect(message).not.toContain('x = 4');
  });

  it('tells the model which blocks of its reply did not run', async () => {
    const model = scriptedModel([
      `${block('let a = 1', 'javascript')}\n\n${block('print("ran")', 'repl')}\n\n${block('{}', 'json')}`,
      'FINAL(done)',
    ]);
    const result = await runRlm({ model, sandbox: quickjs(), query: 'q' }).result;
    expect(result.steps[0]?.code).toBe('print("ran")');
    expect(result.steps[0]?.reasoning).toContain('let a = 1');
    const seen = model.calls[1]?.messages.at(-1)?.content;
    expect(seen).toMatch(/^Note: .*`repl` .*`javascript` .*`let a = 1`/m);
  });
});
