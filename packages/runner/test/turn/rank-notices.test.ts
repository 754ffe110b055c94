import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { runRlm, type RlmEvent } from '../../src/index.js';
import { noticeLines } from '../../src/turn/rank-notices.js';
import { quickjs } from '@rlm/sandbox/quickjs';

describe('noticeLines', () => {
  it('gives three at most, the most useful first', () => {
    const codes = ['text_after_code', 'output_truncated', 'hint', 'session_restored'] as const;
    const lines = noticeLines(codes.map((code) => ({ code, message: code })));
    expect(lines).toEqual(['Note: session_restored', 'Note: hint', 'Note: output_truncated']);
  });

  it('makes one of several of a kind', () => {
    const code = 'sub_queries_failed';
    const messages = ['1 failed', '2 failed', '1 failed', '3 failed'];
    expect(noticeLines(messages.map((message) => ({ code, message })))).toEqual([
      expect.stringMatching(/^Note: 1 failed .*\b2 more\b/),
    ]);
  });

  it('keeps each to one line, and short', () => {
    const [line = ''] = noticeLines([{ code: 'hint', message: `a\nNote: b${'x'.repeat(9_000)}` }]);
    expect(line.split('\n')).toHaveLength(1);
    expect(line.length).toBeLessThan(1_700);
  });
});

describe('the notes of a turn', () => {
  it('are three at most to the model, and all of them events', async () => {
    const block = '```repl\nprint(contxt)\n```';
    const model = scriptedModel([
      `${block}\n\n\`\`\`repl\n1\n\`\`\`\n\n\`\`\`js\n1\n\`\`\`\n\nThe output shows 4 apples in the basket.\n\n\`\`\`repl\n1`,
      'FINAL(1)',
    ]);
    const events: RlmEvent[] = [];
    const run = runRlm({ model, sandbox: quickjs(), query: 'q', context: 'a', fenceStop: false });
    for await (const event of run) events.push(event);
    const told = String(model.calls[1]?.messages.at(-1)?.content);
    expect(told.match(/^Note: .*/gm)).toEqual([
      expect.stringMatching(/\bblock of code\b/),
      expect.stringContaining('`contxt`'),
      expect.stringContaining('blocks tagged `'),
    ]);
    const codes = events.flatMap((event) => (event.type === 'notice' ? [event.code] : []));
    expect(codes).toEqual(
      expect.arrayContaining([
        'block_unclosed',
        'hint',
        'blocks_left_out',
        'blocks_skipped',
        'text_after_code',
      ]),
    );
  });

  it('say of text behind the code that it was written before the code ran', async () => {
    const model = scriptedModel([
      '```repl\nprint(2)\n```\nSo there are 17 of them in the text.',
      'FINAL(1)',
    ]);
    await runRlm({ model, sandbox: quickjs(), query: 'q' }).result;
    expect(model.calls[1]?.messages.at(-1)?.content).toMatch(/^Note: .*\bafter the code\b.*$/m);
  });

  it('say so only of more than a word, and not beside an ignored final', async () => {
    const model = scriptedModel([
      '```repl\nprint(2)\n```\nOK.',
      '```repl\nprint(2)\n```\nThe answer is clear by now.\nFINAL(17)',
      'FINAL(1)',
    ]);
    await runRlm({ model, sandbox: quickjs(), query: 'q' }).result;
    const told = model.calls.slice(1).map(({ messages }) => String(messages.at(-1)?.content));
    expect(told.some((text) => text.includes('written before it ran'))).toBe(false);
  });
});
