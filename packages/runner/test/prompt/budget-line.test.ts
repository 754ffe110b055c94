import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { renderBudget } from '../../src/budget-left.js';
import { runRlm, type RunRlmOptions } from '../../src/index.js';
import { cell } from '../support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

/** The last line of each prompt: what is left. */
async function lines(
  replies: readonly string[],
  options: Partial<RunRlmOptions> = {},
): Promise<readonly (string | undefined)[]> {
  const model = scriptedModel(replies);
  const subModel = (): string => 'yes';
  await runRlm({ model, subModel, sandbox: quickjs(), query: 'q', ...options }).result;
  return model.calls.map(({ messages }) => messages.at(-1)?.content.split('\n').at(-1));
}

describe('the line that says what is left', () => {
  it('says the time once, and sub-queries again only after a step with some', async () => {
    const replies = [cell('1'), cell('await llm_query("a")'), cell('2'), 'FINAL(1)'];
    expect(await lines(replies, { limits: { timeoutMs: 90_500 } })).toEqual([
      'Left: 30 turns, 1000 sub-queries, 90 s.',
      'Left: 29 turns.',
      'Left: 28 turns, 999 sub-queries.',
      'Left: 27 turns.',
    ]);
  });

  it.each([
    [90_000, 30_000, 'Left: 27 turns.'],
    [90_000, 29_999, 'Left: 27 turns, 29 s.'],
    [1_800_000, 590_000, 'Left: 27 turns, 9 min.'],
    [Infinity, Infinity, 'Left: 27 turns.'],
  ])(
    'says the time again when less than a third is left: of %d ms, %d',
    (timeoutMs, timeMs, line) => {
      const remaining = { subQueries: 9, tokens: Infinity, costUsd: Infinity, timeMs };
      const context = {
        maxSteps: 30,
        step: 3,
        status: { remaining },
        ledger: { limits: { timeoutMs } },
      };
      expect(renderBudget(context as never, false)).toBe(line);
    },
  );

  it('says no time if there is no limit', async () => {
    const [first] = await lines(['FINAL(1)'], { limits: { timeoutMs: Infinity } });
    expect(first).toBe('Left: 30 turns, 1000 sub-queries.');
  });

  it('says no time to a child run, whose parent has used some of it', async () => {
    const told = await lines([cell('await rlm_query("b")'), 'FINAL(2)', 'FINAL(1)'], {
      limits: { timeoutMs: 600_000 },
    });
    expect(told[0]).toMatch(/, 10 min\.$/);
    expect(told[1]).toMatch(/^Left: 30 turns, 9\d\d sub-queries\.$/);
  });
});
