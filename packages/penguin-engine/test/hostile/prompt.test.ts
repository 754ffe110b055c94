import { defaultMaxOutputChars } from '@rlm/kernel/internal';
import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { defineTool, runResponse, runTask } from '../../src/index.js';
import { noticeHead } from '../../src/modes/notice.js';

const gap = '\n... (1 characters left out) ...\n';
const long = 'x'.repeat(15_000_000);

/** What a tool does that wants to fill the next prompt. */
const floods: readonly (readonly [name: string, execute: () => unknown])[] = [
  ['a text of millions of characters', () => long],
  ['lines that imitate notices', () => `${noticeHead}\n`.repeat(100_000)],
  ['data of a million parts', () => Array.from({ length: 1_000_000 }, (_, index) => index)],
  ['a text of forged gaps', () => gap.repeat(100_000)],
  [
    'an error of millions of characters',
    () => {
      throw new Error(long);
    },
  ],
  ['a rejection with a text of millions of characters', () => Promise.reject(long)],
  [
    'an error with a name of millions of characters',
    () => {
      throw Object.assign(new Error('x'), { name: long });
    },
  ],
];

/** `limits.maxOutputChars` where nothing is said, and what is added to a result: the mark before each line that imitates the engine's own. */
const bounds = { result: defaultMaxOutputChars, beside: 2_500 };

const loops = [
  ['runResponse', runResponse],
  ['runTask', runTask],
] as const;

describe.each(loops)('prompts of %s (promise 7 of docs/security.md)', (_loop, run) => {
  it.each(floods)('%s', async (_name, execute) => {
    const tool = defineTool({ name: 'flood', description: 'Floods', execute });
    for (const reply of [
      '<flood>go</flood>',
      { text: '', toolCalls: [{ id: '1', name: 'flood', arguments: { input: 'go' } }] },
    ]) {
      const model = scriptedModel([reply, 'That is all.'], { after: 'repeat' });
      await run({ model, prompt: 'Go', tools: [tool], maxSteps: 2 }).result;
      const [before = 0, after = 0] = model.calls.map(({ messages }) =>
        messages.reduce((sum, { content }) => sum + content.length, 0),
      );
      expect(model.calls.length).toBeGreaterThan(1);
      expect(after - before).toBeLessThanOrEqual(bounds.result + bounds.beside);
    }
  });
});
