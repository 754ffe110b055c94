import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type RunLimits, createRun, type RunContext, type Amounts } from '../../src/index.js';
import { TreeLedger } from '../../src/budget/tree-ledger.js';
import { manualClock } from '../../src/testing/index.js';
import { runWith } from '../model/run-with.js';
import { countingProtocol } from '../helpers.js';

const ledger = (limits: RunLimits): TreeLedger => new TreeLedger(limits, manualClock());

describe('the ledger', () => {
  it.each<[string, RunLimits, Partial<Amounts>, string]>([
    ['calls', { maxCalls: 1 }, { calls: 2 }, 'max_calls'],
    ['sub-queries', { maxSubQueries: 1 }, { calls: 2, subQueries: 2 }, 'max_sub_queries'],
    [
      'tokens, both kinds together',
      { maxTokens: 10 },
      { inputTokens: 6, outputTokens: 5 },
      'max_tokens',
    ],
    ['cost', { maxCostUsd: 0.3 }, { costUsd: 0.31 }, 'max_cost'],
  ])('refuses a reservation beyond %s', (_, limits, estimate, limit) => {
    expect(() => ledger(limits).reserve(estimate)).toThrow(
      expect.objectContaining({ code: 'budget_exceeded', limit }),
    );
  });

  it('counts a child run that was written down as one sub-query, and what it spent as its children’s', () => {
    const account = ledger({});
    account.book({ cost: { calls: 2, subQueries: 3, inputTokens: 10 } }, true);
    account.book({ cost: { calls: 1 } }, true);
    expect(account.account.usage()).toMatchObject({
      own: { calls: 0, subQueries: 2, inputTokens: 0 },
      children: { calls: 3, subQueries: 2, inputTokens: 10 },
      total: { calls: 3, subQueries: 4, inputTokens: 10 },
    });
  });

  it('counts cached input among the input, without a limit of its own, in each run above too', () => {
    const root = ledger({ maxTokens: 100 });
    const child = new TreeLedger({}, manualClock(), root);
    child.reserve({ inputTokens: 60 }).settle({ inputTokens: 50, cachedInputTokens: 40 });
    root.reserve({ inputTokens: 10 }).settle({ inputTokens: 10, outputTokens: 2 });
    const { own, children, total } = root.account.usage();
    expect(own).not.toHaveProperty('cachedInputTokens');
    expect(children).toMatchObject({ inputTokens: 50, cachedInputTokens: 40 });
    expect(total).toMatchObject({ inputTokens: 60, cachedInputTokens: 40 });
    expect(root.remaining().tokens).toBe(38);
  });

  it('knows cached input of an abandoned call once that is reported', () => {
    const account = ledger({});
    const call = account.reserve({ inputTokens: 60, calls: 1 });
    call.abandon();
    expect(account.spent()).not.toHaveProperty('cachedInputTokens');
    const { cost } = call.settle({ inputTokens: 50, cachedInputTokens: 40 });
    expect(cost).toMatchObject({ inputTokens: 50, cachedInputTokens: 40 });
    expect(account.spent()).toMatchObject({ inputTokens: 50, cachedInputTokens: 40 });
    account.book({ cost: { inputTokens: 5 }, back: cost });
    expect(account.spent()).toMatchObject({ inputTokens: 5 });
    expect(account.spent()).not.toHaveProperty('cachedInputTokens');
  });

  it('counts no call that nobody said was one', () => {
    const account = ledger({});
    account.reserve({ inputTokens: 5 }).settle({ inputTokens: 4 });
    expect(account.spent()).toMatchObject({ calls: 0, subQueries: 0, inputTokens: 4 });
  });

  it('adds small costs up exactly', () => {
    const account = ledger({ maxCostUsd: 0.3 });
    for (let index = 0; index < 3; index += 1)
      account.reserve({ costUsd: 0.1 }).settle({ costUsd: 0.1 });
    expect(account.remaining().costUsd).toBe(0);
    expect(account.spent().costUsd).toBe(0.3);
  });

  it('sets aside until a call is settled or released, once', () => {
    const account = ledger({ maxTokens: 100, maxCalls: 5 });
    const first = account.reserve({ inputTokens: 60, calls: 1 });
    expect(account.remaining()).toMatchObject({ tokens: 40, calls: 4 });
    expect(() => account.reserve({ inputTokens: 41 })).toThrow();
    first.settle({ inputTokens: 20, outputTokens: 5 });
    first.settle({ inputTokens: 20 });
    first.release();
    expect(account.remaining()).toMatchObject({ tokens: 75, calls: 4 });
    account.reserve({ inputTokens: 75, calls: 1 }).release();
    expect(account.spent()).toEqual({
      inputTokens: 20,
      outputTokens: 5,
      costUsd: 0,
      calls: 1,
      subQueries: 0,
    });
  });

  it('learns nothing from a call whose input was not estimated', () => {
    const account = ledger({ maxTokens: 10_000 });
    account.reserve({ inputTokens: 0 }).settle({ inputTokens: 500 });
    expect(account.forecast({ inputTokens: 10 })).toEqual({ inputTokens: 10 });
  });

  it('says what an abandoned call was counted as, so that a journal can keep it', () => {
    const account = ledger({ maxTokens: 100 });
    const reservation = account.reserve({ inputTokens: 60, calls: 1 });
    const booked = { cost: { inputTokens: 60, calls: 1 } };
    expect(reservation.abandon()).toMatchObject(booked);
    expect(reservation.settle({ inputTokens: 5, calls: 1 })).toMatchObject({
      cost: { inputTokens: 5, calls: 1 },
      back: booked.cost,
    });
    expect(account.remaining().tokens).toBe(95);
  });

  it('gives a call that was not made back to every run above it', () => {
    const root = ledger({ maxTokens: 100, maxCalls: 3 });
    const child = new TreeLedger({}, manualClock(), root);
    const reservation = child.reserve({ inputTokens: 60, calls: 2 });
    expect(root.remaining()).toMatchObject({ tokens: 40, calls: 1 });
    reservation.release();
    expect(root.remaining()).toMatchObject({ tokens: 100, calls: 3 });
    expect(() => root.reserve({ inputTokens: 100, calls: 3 })).not.toThrow();
  });

  it('tells a run below that a budget above is used up, and what the whole tree has spent', () => {
    const root = ledger({ maxCalls: 2 });
    const child = new TreeLedger({ maxCalls: 10 }, manualClock(), root);
    const grandchild = new TreeLedger({ maxCalls: 10 }, manualClock(), child);
    root.reserve({ calls: 1 }).settle({});
    expect(grandchild.account.exhausted()).toBe(undefined);
    child.reserve({ calls: 1 }).settle({});
    expect(grandchild.account.exhausted()).toBe('max_calls');
    expect(child.account.exhausted()).toBe('max_calls');
    expect(grandchild.spent().calls).toBe(2);
    expect(child.spent().calls).toBe(2);
  });

  it('names the limit of calls first when several are reached at once', () => {
    const account = ledger({ maxCalls: 1, maxTokens: 10, maxCostUsd: 1 });
    const spent = { calls: 1, inputTokens: 11, costUsd: 2 };
    account.reserve({ calls: 1 }).settle(spent);
    expect(account.account.exhausted()).toBe('max_calls');
    expect(account.account.overrun()).toBe('max_tokens');
  });

  it('is not bound where the budget says nothing', () => {
    expect(ledger({}).remaining()).toEqual({
      tokens: Infinity,
      costUsd: Infinity,
      calls: Infinity,
      subQueries: Infinity,
      timeMs: Infinity,
    });
  });

  it('has the time that is left since its start, whatever the clock showed then', async () => {
    const clock = manualClock(1_000);
    const account = new TreeLedger({ timeoutMs: 100 }, clock);
    await clock.advance(30);
    expect(account.remaining().timeMs).toBe(70);
    const child = new TreeLedger({ timeoutMs: 90 }, clock, account);
    await clock.advance(5);
    expect(child.remaining().timeMs).toBe(65);
  });

  it('refuses when its time is up', async () => {
    const clock = manualClock();
    const account = new TreeLedger({ timeoutMs: 100 }, clock);
    await clock.advance(60);
    expect(account.remaining().timeMs).toBe(40);
    await clock.advance(39);
    account.reserve({}).release();
    await clock.advance(1);
    expect(() => account.reserve({})).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/100 ms .*\btimeoutMs\b/) as string,
        details: { limit: 'timeout', wanted: 100, left: 0 },
      }),
    );
  });

  it('counts for the whole tree what a run below spends, and a bound below binds there alone', () => {
    const root = ledger({ maxCalls: 10 });
    const child = new TreeLedger({ maxCalls: 2 }, manualClock(), root);
    child.reserve({ calls: 2 }).settle({});
    expect(() => child.reserve({ calls: 1 })).toThrow();
    root.reserve({ calls: 1 }).settle({});
    expect(root.account.usage()).toMatchObject({
      own: { calls: 1 },
      children: { calls: 2 },
      total: { calls: 3 },
    });
    expect(child.account.usage()).toMatchObject({ own: { calls: 2 }, total: { calls: 2 } });
    expect(child.spent().calls).toBe(3);
  });

  it('ignores amounts that are no amounts', () => {
    const account = ledger({});
    account.reserve({}).settle({ inputTokens: -5, outputTokens: Number.NaN, costUsd: Infinity });
    expect(account.spent()).toMatchObject({ inputTokens: 0, outputTokens: 0, costUsd: 0 });
  });

  it('never lets what is spent, set aside and kept back exceed the budget', () => {
    const amounts = fc.record({
      inputTokens: fc.nat(50),
      outputTokens: fc.nat(50),
      costUsd: fc.nat(20).map((cents) => cents / 100),
      calls: fc.nat(2),
      subQueries: fc.nat(2),
    });
    const moves = fc.array(
      fc.record({
        node: fc.nat(2),
        amounts,
        how: fc.constantFrom('settle', 'less', 'release', 'keep', 'hold'),
      }),
      { maxLength: 40 },
    );
    const limits = fc.record({
      maxTokens: fc.nat(300),
      maxCostUsd: fc.nat(100).map((cents) => cents / 100),
      maxCalls: fc.nat(12),
      maxSubQueries: fc.nat(8),
    });
    fc.assert(
      fc.property(limits, moves, (bounds, all) => {
        const root = ledger(bounds);
        const nodes = [
          root,
          new TreeLedger({}, manualClock(), root),
          new TreeLedger({ maxCalls: 3 }, manualClock(), root),
        ];
        for (const { node, amounts: estimate, how } of all) {
          const account = nodes[node] ?? root;
          try {
            if (how === 'hold') {
              account.reserveForWrapUp(estimate);
              continue;
            }
            const reservation = account.reserve(estimate);
            if (how === 'settle') reservation.settle(estimate);
            if (how === 'less') reservation.settle({ inputTokens: estimate.inputTokens / 2 });
            if (how === 'release') reservation.release();
          } catch (error) {
            expect(error).toMatchObject({ code: 'budget_exceeded' });
          }
          const { inputTokens, outputTokens, costUsd, calls, subQueries } = root.spent();
          expect(inputTokens + outputTokens).toBeLessThanOrEqual(bounds.maxTokens);
          expect(costUsd).toBeLessThanOrEqual(bounds.maxCostUsd);
          expect(calls).toBeLessThanOrEqual(bounds.maxCalls);
          expect(subQueries).toBeLessThanOrEqual(bounds.maxSubQueries);
        }
      }),
    );
  });
});

describe('what is kept back for the wrap-up', () => {
  it('is one call and a tenth, grows with the calls, and is given back', () => {
    const account = ledger({ maxCalls: 10, maxTokens: 1000 });
    account.reserveForWrapUp({ calls: 1, inputTokens: 100 });
    expect(account.remaining()).toMatchObject({ calls: 9, tokens: 900 });
    account.reserve({ calls: 1, inputTokens: 200 }).settle({ inputTokens: 200 });
    account.reserveForWrapUp({ calls: 1, inputTokens: 100 });
    expect(account.remaining()).toMatchObject({ calls: 8, tokens: 580 });
    account.releaseWrapUpReserve();
    expect(account.remaining()).toMatchObject({ calls: 9, tokens: 800 });
  });

  it('is as large in a run that goes on as in one that made the same calls itself', () => {
    const calls = [
      { calls: 1, inputTokens: 200, outputTokens: 100 },
      { calls: 1, subQueries: 1, inputTokens: 500 },
    ];
    const [made, resumed] = [{ maxTokens: 10_000 }, { maxTokens: 10_000 }].map(ledger);
    for (const cost of calls) {
      made?.reserve(cost).settle(cost);
      resumed?.book({ cost });
    }
    for (const account of [made, resumed]) {
      account?.reserveForWrapUp({ calls: 1, inputTokens: 100 });
      expect(account?.remaining().tokens).toBe(10_000 - 800 - 330);
    }
  });

  it('does not take the only call, but keeps the last one', () => {
    const one = ledger({ maxCalls: 1 });
    one.reserveForWrapUp({ calls: 1 });
    expect(one.remaining().calls).toBe(1);
    const two = ledger({ maxCalls: 2 });
    two.reserveForWrapUp({ calls: 1 });
    two.reserve({ calls: 1 }).settle({});
    two.reserveForWrapUp({ calls: 1 });
    expect(two.remaining().calls).toBe(0);
    expect(two.account.exhausted()).toBe('max_calls');
  });
});

describe('a forecast', () => {
  it('has what any run of its tree has learnt', () => {
    const root = ledger({});
    const child = new TreeLedger({}, manualClock(), root);
    child.reserve({ inputTokens: 10 }).settle({ inputTokens: 30 });
    expect(root.forecast({ inputTokens: 5 })).toMatchObject({ inputTokens: 15 });
    expect(new TreeLedger({}, manualClock(), root).forecast({ inputTokens: 5 })).toMatchObject({
      inputTokens: 15,
    });
  });

  it('learns a price from a call of one token, and none from a call without tokens', () => {
    const account = ledger({});
    account.reserve({}).settle({ costUsd: 0.5 });
    account.reserve({}).settle({ inputTokens: 100 });
    expect(account.forecast({ inputTokens: 10 })).toEqual({ inputTokens: 10 });
    account.reserve({}).settle({ inputTokens: 1, costUsd: 0.25 });
    expect(account.forecast({ inputTokens: 10 })).toEqual({ inputTokens: 10, costUsd: 0.25 });
  });

  it('learns from a call whose input was estimated as one token', () => {
    const account = ledger({});
    account.reserve({ inputTokens: 1 }).settle({ inputTokens: 30 });
    expect(account.forecast({ inputTokens: 1 })).toMatchObject({ inputTokens: 30 });
  });

  it('learns from calls that went beyond their estimate, but no further than they went', () => {
    const account = ledger({});
    expect(account.forecast({ inputTokens: 10 })).toEqual({ inputTokens: 10 });
    account.reserve({ inputTokens: 10 }).settle({ inputTokens: 30, costUsd: 0.3 });
    expect(account.forecast({ inputTokens: 5 })).toMatchObject({ inputTokens: 15, costUsd: 0.15 });
    expect(account.forecast({ inputTokens: 20 })).toMatchObject({ inputTokens: 30, costUsd: 0.3 });
    expect(account.forecast({ inputTokens: 50 })).toMatchObject({ inputTokens: 50 });
  });
});

describe('the bounds of a tree', () => {
  const leaf = countingProtocol(() => Promise.resolve({ final: 'leaf' }));
  const spawn = async (context: RunContext, count: number) =>
    Promise.all(
      Array.from({ length: count }, () => createRun(leaf, null, { parent: context }).result),
    );

  it('end a child at once that is too deep', async () => {
    const { value } = await runWith((context) => spawn(context, 1), { limits: { maxDepth: 0 } });
    expect(value).toMatchObject([{ status: 'stopped', finishReason: 'max_depth', steps: 0 }]);
  });
});
