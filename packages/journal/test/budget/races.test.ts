import { createBudget } from '@rlm/kernel';
import { runResponse } from '@rlm/penguin-engine';
import { expect, it } from 'vitest';

import { jsonlStore } from '../../src/jsonl/index.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Numbers that look random, and are the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

it.each([1, 2, 3, 4])(
  'two budgets over one folder never pass the limit, and lose nothing (seed %i)',
  async (seed) => {
    const { folder, remove } = await temporaryFolder();
    const random = numbers(seed);
    const maxTokens = 20_000;
    const budgetOf = () =>
      createBudget({ maxTokens, id: 'team', store: jsonlStore({ folder, sync: false }) });
    const budgets = [budgetOf(), budgetOf()];
    const seen = { calls: 0, tokens: 0 };
    const run = async (index: number): Promise<string> => {
      const { finishReason } = await runResponse({
        model: async ({ maxOutputTokens = 1_500 }) => {
          for (let turns = random(5); turns > 0; turns -= 1)
            await new Promise((resolve) => setImmediate(resolve));
          const usage = { inputTokens: 10, outputTokens: 1 + random(maxOutputTokens) };
          seen.calls += 1;
          seen.tokens += usage.inputTokens + usage.outputTokens;
          return { text: '<finish_response>done</finish_response>', usage };
        },
        prompt: 'Go',
        budget: budgets[index % 2] ?? budgetOf(),
        limits: { maxOutputTokens: 1_500 },
      }).result;
      return finishReason;
    };
    const reasons = await Promise.all(Array.from({ length: 60 }, (_, index) => run(index)));
    expect(new Set(reasons)).toEqual(new Set(['final', 'max_tokens']));
    const reader = budgetOf();
    await reader.refresh();
    const { calls, inputTokens, outputTokens } = reader.spent;
    expect({ calls, tokens: inputTokens + outputTokens }).toEqual(seen);
    expect(seen.tokens).toBeLessThanOrEqual(maxTokens);
    expect(reader.inFlight.calls).toBe(0);
    await remove();
  },
);
