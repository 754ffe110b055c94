import { eventually } from '@rlm/config/eventually';
import { invalidOption } from '@rlm/config/options-suite';
import { describe, expect, it } from 'vitest';

import {
  createBudget,
  createRun,
  type Budget,
  type CreateRunOptions,
  systemClock,
  type Amounts,
  type Reservation,
} from '../../src/index.js';
import { TreeLedger } from '../../src/budget/tree-ledger.js';
import { accountOf } from '../../src/budget/budget.js';
import { callModel, type ModelFunction } from '../../src/model/index.js';
import { nextTurn } from '@rlm/repl-types/internal';
import { countingProtocol } from '../helpers.js';
import { runWith } from '../model/run-with.js';
import { memoryRecords, type MemoryRecords } from './memory-records.js';

const usage = { inputTokens: 30, outputTokens: 12 };
const small: ModelFunction = async () => {
  await nextTurn();
  return { text: 'ok', usage };
};

const budgetIn = (records: MemoryRecords, pid: number, maxTokens = 20_000): Budget =>
  createBudget({ maxTokens, id: 'team', store: records.storeOf(pid) });

const askIn = (
  budget: Budget,
  model: ModelFunction = small,
  options: CreateRunOptions<string> = {},
) =>
  runWith(
    (context) =>
      callModel(
        model,
        { purpose: 'root', messages: [{ role: 'user', content: 'Why?' }] },
        context,
        {},
      ),
    { budget, ...options },
  );

/** The ledger of a run under a budget. */
function ledgerOf(budget: Budget): TreeLedger {
  const account = accountOf(budget);
  if (account === undefined) throw new Error('not a budget');
  return new TreeLedger({}, systemClock, undefined, 0, { account, runId: undefined });
}

const never = new AbortController().signal;
const reserve = (budget: Budget, tokens: number, signal = never): Promise<Reservation> =>
  ledgerOf(budget).reserveInTurn(() => ({ outputTokens: tokens, calls: 1 }), signal);

describe('a budget in a store', () => {
  it('has one owner for a process, however many budgets that makes of it', async () => {
    const records = memoryRecords();
    const store = records.storeOf(1);
    for (let request = 0; request < 1_200; request += 1) {
      const budget = createBudget({ maxTokens: 1_000_000, id: 'team', store });
      await askIn(budget);
    }
    const text = (await store.records.read('team')) ?? '';
    const { owners } = JSON.parse(text) as { owners: Readonly<Record<string, unknown>> };
    expect(Object.keys(owners)).toHaveLength(1);
    const seen = createBudget({ maxTokens: 5, id: 'team', store });
    await seen.refresh();
    expect(seen.spent.calls).toBe(1_200);
  });

  it('is one account for all processes, readable at any time', async () => {
    const records = memoryRecords();
    const [one, two] = [budgetIn(records, 1), budgetIn(records, 2)];
    await askIn(one);
    expect(two.spent.calls).toBe(0);
    await two.refresh();
    expect(two.spent).toMatchObject({ calls: 1, inputTokens: 30, outputTokens: 12 });
    const call = await reserve(two, 1_000);
    await one.refresh();
    expect(one.inFlight).toMatchObject({ calls: 1, outputTokens: 1_000 });
    expect(one.remaining.tokens).toBe(20_000 - 42 - 1_000);
    call.settle({ outputTokens: 10 });
    await eventually(async () => {
      await one.refresh();
      expect(one.inFlight.calls).toBe(0);
    });
    expect(one.spent).toEqual(two.spent);
    expect(one.spent).toMatchObject({ calls: 2, outputTokens: 22 });
    expect(one.id).toBe('team');
  });

  it('has the cached input of all processes, also of one that is gone', async () => {
    const records = memoryRecords();
    const [one, two] = [budgetIn(records, 1), budgetIn(records, 2)];
    const cached: ModelFunction = () => ({
      text: 'ok',
      usage: { ...usage, cachedInputTokens: 20 },
    });
    await askIn(one, cached);
    await askIn(two, cached);
    await askIn(two);
    await one.refresh();
    const sum = { inputTokens: 90, cachedInputTokens: 40, outputTokens: 36, calls: 3 };
    expect([one.spent, two.spent]).toMatchObject([sum, sum]);
    records.kill(1);
    const later = budgetIn(records, 3);
    await askIn(later);
    expect(later.spent).toMatchObject({ ...sum, inputTokens: 120, outputTokens: 48, calls: 4 });
  });

  it('has a reservation in the store before the call is made, and what it came to when the run has ended', async () => {
    const records = memoryRecords();
    const budget = budgetIn(records, 1);
    const other = budgetIn(records, 2);
    let during: Amounts | undefined;
    await askIn(budget, async () => {
      await other.refresh();
      during = other.inFlight;
      return { text: 'ok', usage };
    });
    expect(during).toMatchObject({ calls: 1, outputTokens: 8_192 });
    await other.refresh();
    expect(other.spent).toMatchObject({ calls: 1, outputTokens: 12 });
    expect(other.inFlight.calls).toBe(0);
  });

  it('lets a call wait for those of other processes', async () => {
    const records = memoryRecords();
    const [one, two] = [budgetIn(records, 1, 10_000), budgetIn(records, 2, 10_000)];
    const first = await reserve(one, 9_000);
    let isTaken = false;
    const second = reserve(two, 5_000).then((taken) => {
      isTaken = true;
      return taken;
    });
    await eventually(() => {
      expect(two.inFlight.outputTokens).toBe(9_000);
    });
    expect(isTaken).toBe(false);
    first.settle({ outputTokens: 100 });
    (await second).release();
    expect(two.spent.outputTokens).toBe(100);
  });

  it('refuses what does not fit beside what others have spent, and says so', async () => {
    const records = memoryRecords();
    const [one, two] = [budgetIn(records, 1, 1_000), budgetIn(records, 2, 1_000)];
    (await reserve(one, 900)).settle({ outputTokens: 900 });
    await eventually(async () => {
      await two.refresh();
      expect(two.spent.outputTokens).toBe(900);
    });
    await expect(reserve(two, 200)).rejects.toMatchObject({
      code: 'budget_exceeded',
      details: { left: 100, figures: { isBudget: true, spent: 900 } },
    });
  });

  it('refuses by what others have spent since it looked last', async () => {
    const records = memoryRecords();
    const [one, two] = [budgetIn(records, 1, 1_000), budgetIn(records, 2, 1_000)];
    await Promise.all([one.refresh(), two.refresh()]);
    (await reserve(one, 900)).settle({ outputTokens: 900 });
    await accountOf(one)?.keeper?.flushed();
    await expect(reserve(two, 200)).rejects.toMatchObject({ code: 'budget_exceeded' });
  });

  it('counts in full what a process had reserved that was killed, and what it had settled once', async () => {
    const records = memoryRecords();
    const killed = budgetIn(records, 1);
    (await reserve(killed, 1_000)).settle({ outputTokens: 7 });
    await reserve(killed, 2_000);
    await accountOf(killed)?.keeper?.flushed();
    records.kill(1);
    const next = budgetIn(records, 2);
    await next.refresh();
    expect(next.spent).toMatchObject({ calls: 2, outputTokens: 2_007 });
    expect(next.inFlight.calls).toBe(0);
    (await reserve(next, 10)).settle({ outputTokens: 10 });
    const third = budgetIn(records, 3);
    await eventually(async () => {
      await third.refresh();
      expect(third.spent).toMatchObject({ calls: 3, outputTokens: 2_017 });
    });
  });

  it('takes back what was counted of a process that was only silent', async () => {
    const records = memoryRecords();
    const silent = budgetIn(records, 1);
    const call = await reserve(silent, 2_000);
    records.kill(1);
    const other = budgetIn(records, 2);
    (await reserve(other, 10)).settle({ outputTokens: 10 });
    await eventually(async () => {
      await other.refresh();
      expect(other.spent.outputTokens).toBe(2_010);
    });
    call.settle({ outputTokens: 5 });
    await accountOf(silent)?.keeper?.flushed();
    await other.refresh();
    expect(other.spent).toMatchObject({ calls: 2, outputTokens: 15 });
    expect(silent.spent).toEqual(other.spent);
  });

  it('counts a write once whose reply was lost', async () => {
    const records = memoryRecords();
    const budget = budgetIn(records, 1);
    await budget.refresh();
    records.afterWrite = () => {
      records.afterWrite = undefined;
      throw new Error('the connection broke');
    };
    await expect(reserve(budget, 1_000)).rejects.toMatchObject({ code: 'journal_write_failed' });
    (await reserve(budget, 1_000)).settle({ outputTokens: 3 });
    await accountOf(budget)?.keeper?.flushed();
    const other = budgetIn(records, 2);
    await other.refresh();
    expect(other.spent).toMatchObject({ calls: 1, outputTokens: 3 });
    expect(other.inFlight.calls).toBe(0);
  });

  it('has the calls of runs below a run in the store before they are made', async () => {
    const records = memoryRecords();
    const child = new TreeLedger({}, systemClock, ledgerOf(budgetIn(records, 1)));
    const grandchild = new TreeLedger({}, systemClock, child);
    expect(() => grandchild.reserve({ calls: 1 })).toThrow('reserveInTurn');
    const call = await grandchild.reserveInTurn(() => ({ outputTokens: 1_000, calls: 1 }), never);
    const other = budgetIn(records, 2);
    await other.refresh();
    expect(other.inFlight).toMatchObject({ calls: 1, outputTokens: 1_000 });
    call.settle({ outputTokens: 7 });
    await grandchild.keeper?.flushed();
    await other.refresh();
    expect(other.inFlight.calls).toBe(0);
    expect(other.spent).toMatchObject({ calls: 1, outputTokens: 7 });
  });

  it('writes nothing that the store has already', async () => {
    const records = memoryRecords();
    const budget = budgetIn(records, 1);
    const call = await reserve(budget, 1_000);
    const { writes } = records;
    await budget.refresh();
    await accountOf(budget)?.keeper?.flushed();
    expect(records.writes).toBe(writes);
    call.settle({ outputTokens: 3 });
    await accountOf(budget)?.keeper?.flushed();
    await budget.refresh();
    expect(records.writes).toBe(writes + 1);
  });

  it('makes no call that the store does not have, and says what is wrong', async () => {
    const records = memoryRecords();
    records.beforeWrite = () => {
      throw new Error('the disk is full');
    };
    const budget = budgetIn(records, 1);
    let calls = 0;
    const counting: ModelFunction = () => {
      calls += 1;
      return 'ok';
    };
    const { error } = await askIn(budget, counting);
    expect(error).toMatchObject({
      code: 'journal_write_failed',
      message: expect.stringMatching(/"team".*: .*disk is full$/) as string,
    });
    expect(calls).toBe(0);
    expect(budget.inFlight.calls).toBe(0);
    records.beforeWrite = undefined;
    expect((await askIn(budget, counting)).value?.text).toBe('ok');
  });

  it('says at the end of a run what the store does not have yet', async () => {
    const records = memoryRecords();
    const budget = budgetIn(records, 1);
    const { outcome } = await askIn(budget, () => {
      records.beforeWrite = () => {
        throw new Error('the disk is full');
      };
      return { text: 'ok', usage };
    });
    expect(outcome.diagnostics).toMatchObject([{ code: 'budget_not_written' }]);
    expect(budget.spent.calls).toBe(1);
  });

  it('refuses a record that it cannot read', async () => {
    for (const text of ['{', '{}', '{"format":"rlm-budget","version":2}', 'null']) {
      const records = memoryRecords();
      records.texts.set('team', text);
      await expect(reserve(budgetIn(records, 1), 1)).rejects.toMatchObject({
        code: 'journal_write_failed',
      });
      expect(records.texts.get('team')).toBe(text);
    }
  });

  it('writes what 50 calls at once change together', async () => {
    const records = memoryRecords();
    const budget = budgetIn(records, 1, 1_000_000);
    records.beforeWrite = nextTurn;
    const ledger = ledgerOf(budget);
    const take = () => ledger.reserveInTurn(() => ({ outputTokens: 10, calls: 1 }), never);
    const calls = await Promise.all(Array.from({ length: 50 }, take));
    for (const call of calls) call.settle({ outputTokens: 2 });
    await ledger.keeper?.flushed();
    expect(records.writes).toBeLessThan(6);
    const other = budgetIn(records, 2);
    await other.refresh();
    expect(other.spent).toMatchObject({ calls: 50, outputTokens: 100 });
  });

  it('lets go of a call that is aborted while the store is asked', async () => {
    const records = memoryRecords();
    const budget = budgetIn(records, 1);
    await budget.refresh();
    const controller = new AbortController();
    records.beforeWrite = () => {
      records.beforeWrite = undefined;
      controller.abort(new Error('enough'));
    };
    await expect(reserve(budget, 1_000, controller.signal)).rejects.toThrow('enough');
    await accountOf(budget)?.keeper?.flushed();
    const other = budgetIn(records, 2);
    await other.refresh();
    expect(other.inFlight.calls).toBe(0);
    expect(other.spent.calls).toBe(0);
  });

  it('ends the wait of a call that is aborted, or whose store fails', async () => {
    const records = memoryRecords();
    const [one, two] = [budgetIn(records, 1, 1_000), budgetIn(records, 2, 1_000)];
    await reserve(one, 900);
    const controller = new AbortController();
    const aborted = reserve(two, 500, controller.signal);
    controller.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    const waiting = reserve(two, 500);
    records.texts.set('team', 'broken');
    await expect(waiting).rejects.toMatchObject({ code: 'journal_write_failed' });
  });

  it('never passes its limit, and loses nothing, however many spend from it at once', async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const records = memoryRecords();
      let state = seed;
      const random = (below: number): number => {
        state = (state * 48_271) % 2_147_483_647;
        return state % below;
      };
      const turns = async (): Promise<void> => {
        for (let count = random(4); count > 0; count -= 1) await nextTurn();
      };
      records.beforeWrite = turns;
      const max = 3_000;
      const budgets = [1, 2, 3].map((pid) => budgetIn(records, pid, max));
      let spent = 0;
      let calls = 0;
      const spend = async (budget: Budget): Promise<void> => {
        await turns();
        const asked = 1 + random(900);
        const call = await reserve(budget, asked).catch((error: unknown) => {
          expect(error).toMatchObject({ code: 'budget_exceeded' });
        });
        if (call === undefined) return;
        await turns();
        const used = 1 + random(asked);
        spent += used;
        calls += 1;
        call.settle({ outputTokens: used });
      };
      await Promise.all(
        Array.from({ length: 24 }, (_, index) => spend(budgets[index % 3] ?? budgetIn(records, 9))),
      );
      for (const budget of budgets) await accountOf(budget)?.keeper?.flushed();
      const reader = budgetIn(records, 4, max);
      await reader.refresh();
      expect(reader.spent).toMatchObject({ outputTokens: spent, calls });
      expect(reader.inFlight.calls).toBe(0);
      expect(spent).toBeLessThanOrEqual(max);
    }
  });

  it('takes amounts from the ledger only when the store has them', () => {
    const ledger = ledgerOf(budgetIn(memoryRecords(), 1));
    expect(() => ledger.reserve({ calls: 1 })).toThrow(/await ledger.reserveInTurn\(\)/);
    ledger.reserve({ subQueries: 1 }).settle({ subQueries: 1 });
    expect(ledger.spent().subQueries).toBe(1);
  });

  it.each<[unknown, string, ...(string | RegExp)[]]>([
    [{ id: 'a' }, 'store', '@rlm/journal', /\bid is given/],
    [{ store: memoryRecords().storeOf(1) }, 'id', /\bstore is given/],
    [{ id: '../a', store: memoryRecords().storeOf(1) }, 'id', 'letters', 'got "../a"'],
    [{ id: 'a', store: {} }, 'store', '@rlm/journal', 'keeps records'],
    [{ id: 'a', store: 'runs' }, 'store', '@rlm/journal', 'got "runs"'],
  ])('refuses %j', (options, option, ...facts) => {
    expect(() => createBudget(options as never)).toThrow(invalidOption(option, ...facts));
  });

  it('is not needed: a budget without a store has nothing to read', async () => {
    const budget = createBudget({ maxCalls: 3 });
    await budget.refresh();
    expect(budget.id).toBe(undefined);
    await createRun(
      countingProtocol(() => Promise.resolve({ final: '' })),
      null,
      { budget },
    ).result;
    expect(budget.remaining.calls).toBe(3);
  });
});
