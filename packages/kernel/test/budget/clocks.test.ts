import { describe, expect, it } from 'vitest';

import { createBudget, type BudgetRecords, systemClock } from '../../src/index.js';
import { recordText, type BudgetOwner } from '../../src/budget/budget-record.js';

const nothing = { inputTokens: 0, outputTokens: 0, costUsd: 0, calls: 0, subQueries: 0 };
const hour = 3_600_000;
const staleMs = 300;

/** A budget that another machine spends from, whose clock differs. */
function beside(differenceMs: number, open: Partial<BudgetOwner['open']>) {
  let text: string | undefined;
  const beat = (): void => {
    const other = { pid: 2, host: 'there', beat: systemClock.now() + differenceMs };
    const owner = { ...other, spent: nothing, open: { ...nothing, ...open } };
    text = recordText({ base: nothing, owners: new Map([['other', owner]]), folded: new Map() });
  };
  beat();
  const records: BudgetRecords = {
    pid: 1,
    host: 'here',
    read: () => Promise.resolve(text),
    write: () => Promise.reject(new Error('nothing is spent here')),
    isGone: (_owner, heardAt) => systemClock.now() - heardAt > staleMs,
  };
  return { beat, budget: createBudget({ maxTokens: 10_000, id: 'team', store: { records } }) };
}

describe.each([
  ['an hour behind', -hour],
  ['an hour ahead', hour],
])('a process of a machine whose clock is %s', (_, differenceMs) => {
  it('counts as alive while it says so, and as gone when it is silent', async () => {
    const { beat, budget } = beside(differenceMs, { outputTokens: 1_000, calls: 1 });
    const end = systemClock.now() + 2 * staleMs;
    while (systemClock.now() < end) {
      beat();
      await budget.refresh();
      expect([budget.inFlight.outputTokens, budget.spent.outputTokens]).toEqual([1_000, 0]);
      await systemClock.sleep(staleMs / 10);
    }
    await budget.refresh();
    await systemClock.sleep(2 * staleMs);
    await budget.refresh();
    expect([budget.inFlight.outputTokens, budget.spent.outputTokens]).toEqual([0, 1_000]);
  });
});
