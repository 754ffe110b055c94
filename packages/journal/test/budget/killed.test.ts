import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runOfThree, storeAt, teamBudget, used } from '../support/budget-runs.js';
import { noRedis, startRedis } from '../support/redis-server.js';
import { startChild } from '../support/start-child.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const tokens = used.inputTokens + used.outputTokens;

/** Where a store of a kind lies, and the function that removes it. */
async function placeOf(name: string): Promise<{ place: string; remove: () => Promise<void> }> {
  if (name !== 'redisStore') {
    const { folder, remove } = await temporaryFolder();
    return { place: folder, remove };
  }
  const server = await startRedis();
  return { place: String(server.connection.port), remove: () => server.stop() };
}

describe.each(['jsonlStore', 'sqliteStore', 'redisStore'])('a budget in a %s', (name) => {
  const missing = name === 'redisStore' ? noRedis : undefined;
  const note = missing === undefined ? '' : ` (skipped: ${missing})`;
  describe.skipIf(missing !== undefined)(`that processes share${note}`, () => {
    let place: string;
    let remove: () => Promise<void>;
    beforeAll(async () => {
      ({ place, remove } = await placeOf(name));
    });
    afterAll(() => remove());

    it('outlives kill -9: settled calls count once, the one in flight in full, replayed ones never', async () => {
      const child = await startChild('budget-child.ts', ['hang', name, place]);
      expect(await child.line()).toBe('in the third call');
      const store = storeAt(name, place);
      const budget = teamBudget(store);
      await budget.refresh();
      const reserved = budget.inFlight;
      expect(budget.spent).toMatchObject({ calls: 2, inputTokens: 20, outputTokens: 10 });
      expect(reserved).toMatchObject({ calls: 1, outputTokens: 8_192 });
      await child.kill();

      await budget.refresh();
      const lost = 20 + 10 + reserved.inputTokens + reserved.outputTokens;
      const { spent } = budget;
      expect(spent.inputTokens + spent.outputTokens).toBe(lost);
      expect(spent.calls).toBe(3);
      expect(budget.inFlight.calls).toBe(0);

      const asked: number[] = [];
      const { finishReason, usage } = await runOfThree(store, budget, (number) => {
        asked.push(number);
      });
      expect([finishReason, asked, usage.total.calls]).toEqual(['final', [3], 3]);
      const after = teamBudget(store);
      await after.refresh();
      expect(after.spent).toEqual(budget.spent);
      expect(after.spent.calls).toBe(4);
      expect(after.spent.inputTokens + after.spent.outputTokens).toBe(lost + tokens);
      await store.close?.();
    });

    it('is spent by three processes at once, and never exceeded', async () => {
      const store = storeAt(name, place);
      const before = teamBudget(store);
      await before.refresh();
      const { inputTokens, outputTokens } = before.spent;
      const limit = inputTokens + outputTokens + 1_000;
      const children = await Promise.all(
        [1, 2, 3].map(() => startChild('budget-child.ts', ['spend', name, place, String(limit)])),
      );
      const counts = await Promise.all(children.map(async (child) => Number(await child.line())));
      const calls = counts.reduce((sum, count) => sum + count, 0);
      const after = teamBudget(store, limit);
      await after.refresh();
      expect(after.spent.calls - before.spent.calls).toBe(calls);
      expect(after.remaining.tokens).toBe(1_000 - calls * tokens);
      expect(after.inFlight.calls).toBe(0);
      await Promise.all(children.map((child) => child.kill()));
      await store.close?.();
    });
  });
});
