import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '../support/quickjs.js';
import { describe, expect, it } from 'vitest';

import { createRlm, runRlm, type RunRlmOptions } from '../../src/index.js';
import { cell } from '../support/cell.js';

async function episode(replies: readonly string[], options: Partial<RunRlmOptions> = {}) {
  const model = scriptedModel([...replies]);
  const result = await runRlm({ model, sandbox: quickjs(), query: 'q', ...options }).result;
  return { result, seen: model.calls.at(-1)?.messages.at(-1)?.content ?? '' };
}

describe('resolveProseFinal', () => {
  it('takes a word for an answer where no variable has its name', async () => {
    const { result } = await episode([cell('const total = 7'), 'FINAL(Paris)']);
    expect(result).toMatchObject({ answer: 'Paris', source: 'prose' });
  });

  it.each([
    ['a variable', [cell('const total = 7'), 'FINAL(total)', 'FINAL_VAR("total")'], '7'],
    ['a context', ['FINAL(context)', 'FINAL("context")'], 'context'],
  ])('names FINAL_VAR where the word is the name of %s', async (_, replies, answer) => {
    const { result, seen } = await episode(replies, { context: 'text' });
    expect(result.answer).toBe(answer);
    expect(seen).toMatch(/write FINAL_VAR\("(?:total|context)"\)/);
  });

  it('takes the word for the variable in the last reply of a run', async () => {
    const { result } = await episode([cell('const total = 7'), 'FINAL(total)'], { maxSteps: 1 });
    expect(result).toMatchObject({ answer: '7', source: 'wrap-up', finishReason: 'max_steps' });
  });

  it('says so in a lasting session too, of a variable of an earlier question', async () => {
    const model = scriptedModel([
      cell('const total = 7; FINAL(1)'),
      'FINAL(total)',
      'FINAL_VAR(total)',
    ]);
    const rlm = createRlm({ model, sandbox: quickjs() });
    await rlm.run('first').result;
    expect((await rlm.run('second').result).answer).toBe('7');
    await rlm.close();
  });
});

describe('a reply that is code without a fence', () => {
  it('ends nothing: the model is asked for a block, and its code runs', async () => {
    const code = 'const n = context.length;\nFINAL(n);';
    const { result, seen } = await episode([code, cell(code)], { context: 'abc' });
    expect(result).toMatchObject({ answer: '3', source: 'code' });
    expect(seen).toMatch(/\bone block tagged `repl`/);
    expect(seen).not.toContain('nothing ended');
  });

  it('is no answer in the last reply either', async () => {
    const { result } = await episode([cell('1'), 'const n = context.length;\nFINAL(n);'], {
      context: 'abc',
      maxSteps: 1,
    });
    expect(result).toMatchObject({ answer: null, finishReason: 'max_steps' });
  });
});

describe('a line `FINAL: answer`', () => {
  it.each([
    ['FINAL: 42', '`FINAL:` ends nothing: write FINAL(...)'],
    ['Done.\n**FINAL:** 42', '`FINAL:` ends nothing: write FINAL(...)'],
    ['FINAL_VAR: total', '`FINAL_VAR:` ends nothing: write FINAL_VAR(...)'],
    ['FINAL:\n* one\n* two', '`FINAL:` ends nothing: write FINAL(...)'],
    ['Final Answer: 42', '`Final Answer:` ends nothing: write FINAL(...)'],
  ])('gets a note on the parentheses: %j', async (reply, note) => {
    const { result, seen } = await episode([reply, 'FINAL(42)']);
    expect(result.answer).toBe('42');
    expect(seen).toContain(note);
    expect(seen).not.toContain('nothing ended');
  });

  it.each(['I will say FINAL: 42 later.', 'FINAL:', '```text\nFINAL: 42\n```'])(
    'gets none where it is no such line: %j',
    async (reply) => {
      expect((await episode([reply, 'FINAL(42)'])).seen).not.toContain('parentheses');
    },
  );
});
