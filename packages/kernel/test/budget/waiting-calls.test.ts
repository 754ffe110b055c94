import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  createInProcessExecutor,
  createRun,
  type Protocol,
  type RunContext,
  type RunLimits,
} from '../../src/index.js';
import { callModel, type ModelFunction, type ModelPrice } from '../../src/model/index.js';
import { nextTurn } from '@rlm/repl-types/internal';
import { manualClock } from '../../src/testing/index.js';
import { actionResult } from '../helpers.js';
import { runWith } from '../model/run-with.js';

const price = { inputPerMillion: 1.25, outputPerMillion: 10 };
const executor = () => createInProcessExecutor({ concurrency: Infinity });

/** A model that answers with 12 tokens after a turn; `most` is how many calls were under way at once. */
function small() {
  const seen = { most: 0, underWay: 0, caps: new Set<number | undefined>() };
  const model: ModelFunction = async ({ maxOutputTokens }) => {
    seen.caps.add(maxOutputTokens);
    seen.underWay += 1;
    seen.most = Math.max(seen.most, seen.underWay);
    await nextTurn();
    seen.underWay -= 1;
    return { text: 'ok', usage: { inputTokens: 30, outputTokens: 12 } };
  };
  return { model, seen };
}

/** Asks `count` questions at once. */
const askAll = (
  model: ModelFunction,
  count: number,
  context: RunContext,
  prices: ModelPrice = price,
) =>
  Promise.allSettled(
    Array.from({ length: count }, (_, index) =>
      callModel(
        model,
        { purpose: 'sub', messages: [{ role: 'user', content: `Question ${index}` }] },
        context,
        { prices },
      ),
    ),
  );

/** A promise, and what resolves it. */
function later() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return {
    promise,
    resolve: () => {
      resolve();
    },
  };
}

const answered = (settled: readonly PromiseSettledResult<unknown>[] = []): number =>
  settled.filter(({ status }) => status === 'fulfilled').length;

describe('a batch of 50 small calls whose caps do not all fit at once', () => {
  it.each<[RunLimits, number]>([
    [{ maxCostUsd: 0.5 }, 6],
    [{ maxCostUsd: 0.1 }, 1],
    [{ maxTokens: 20_000 }, 2],
    [{ maxTokens: 20_000, maxOutputTokens: { sub: 1_000 } }, 19],
  ])('is answered whole under %j', async (limits, atOnce) => {
    const { model, seen } = small();
    const { value, outcome } = await runWith((context) => askAll(model, 50, context), {
      limits,
      executor: executor(),
    });
    expect(answered(value)).toBe(50);
    expect(outcome.usage.total).toMatchObject({ calls: 50, subQueries: 50, outputTokens: 600 });
    expect(seen.most).toBe(atOnce);
    expect(seen.caps.size).toBe(1);
  });
});

describe('a call that waits for room', () => {
  const twoAtOnce = { maxTokens: 17_000 };

  it('is refused if the run that has room is not enough when nothing is under way: by name and figures', async () => {
    const { value } = await runWith(
      (context) =>
        askAll(() => ({ text: 'ok', usage: { inputTokens: 30, outputTokens: 12 } }), 4, context),
      { limits: { maxTokens: 100 }, executor: executor() },
    );
    expect(value?.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    const [, , refused] = value ?? [];
    expect(String((refused as PromiseRejectedResult).reason)).toMatch(
      /\bmaxTokens \(100\) \w+ 16 \(spent: 84, in flight: 0, .*wrap-up: 0\), .* \d+$/,
    );
  });

  it('says the same of cost, in dollars', async () => {
    const { error } = await runWith(
      async (context) => {
        const [first] = await askAll(small().model, 1, context);
        throw (first as PromiseRejectedResult).reason;
      },
      { limits: { maxCostUsd: 0.0001 } },
    );
    expect(String(error)).toMatch(
      /\bmaxCostUsd \(\$0\.0001\) \w+ \$0\.0001 \(spent: \$0, in flight: \$0, .*wrap-up: \$0\), .* \$0\.000\d+$/,
    );
  });

  it('gets a shorter cap only when no other call is under way', async () => {
    const caps: (number | undefined)[] = [];
    const model: ModelFunction = async ({ maxOutputTokens }) => {
      caps.push(maxOutputTokens);
      await nextTurn();
      return { text: 'ok', usage: { inputTokens: 10, outputTokens: 3_000 } };
    };
    const { value } = await runWith((context) => askAll(model, 4, context), {
      limits: { maxTokens: 12_000 },
      executor: executor(),
    });
    expect(answered(value)).toBe(4);
    expect(caps[0]).toBe(8_192);
    expect(caps[1]).toBe(8_192);
    expect(caps[2]).toBeLessThan(6_000);
    expect(caps[3]).toBeLessThan(3_000);
  });

  it('ends with its signal, and the calls after it go on', async () => {
    const controller = new AbortController();
    const { model, seen } = small();
    const { value, outcome } = await runWith(
      async (context) => {
        const ask = (abortSignal?: AbortSignal) =>
          callModel(model, { purpose: 'sub', messages: [] }, context, {
            ...(abortSignal && { abortSignal }),
          });
        const first = [ask(), ask()];
        const given = ask(controller.signal);
        const last = ask();
        controller.abort('enough');
        return Promise.allSettled([...first, given, last]);
      },
      { limits: twoAtOnce, executor: executor() },
    );
    expect(value?.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(seen.most).toBe(2);
    expect(outcome.usage.total.calls).toBe(3);
  });

  it('ends with the time of the run, and is not counted', async () => {
    const clock = manualClock();
    let begun = 0;
    const hangs: ModelFunction = () => {
      begun += 1;
      return new Promise(() => undefined);
    };
    const running = runWith((context) => askAll(hangs, 5, context), {
      limits: { ...twoAtOnce, timeoutMs: 1_000 },
      executor: executor(),
      clock,
    });
    while (begun < 2) await nextTurn();
    await clock.advance(1_000);
    const { outcome, value } = await running;
    expect(answered(value)).toBe(0);
    expect([outcome.usage.total.calls, begun]).toEqual([2, 2]);
  });

  it('does not use up the time that the call itself may take', async () => {
    const clock = manualClock();
    let begun = 0;
    const model: ModelFunction = async () => {
      begun += 1;
      await clock.sleep(900);
      return { text: 'ok', usage: { inputTokens: 10, outputTokens: 5 } };
    };
    const running = runWith(
      (context) =>
        Promise.all(
          [1, 2, 3].map(() =>
            callModel(model, { purpose: 'sub', messages: [] }, context, { timeoutMs: 1_000 }),
          ),
        ),
      { limits: { maxTokens: 8_300 }, executor: executor(), clock },
    );
    for (let count = 1; count <= 3; count += 1) {
      while (begun < count) await nextTurn();
      await clock.advance(900);
    }
    expect((await running).value?.map(({ text }) => text)).toEqual(['ok', 'ok', 'ok']);
  });

  it('waits again before another attempt, and holds no room meanwhile', async () => {
    let calls = 0;
    const model: ModelFunction = async () => {
      calls += 1;
      await nextTurn();
      if (calls % 2 === 1) {
        throw Object.assign(new Error('busy'), { isRetryable: true, statusCode: 503 });
      }
      return { text: 'ok', usage: { inputTokens: 10, outputTokens: 5 } };
    };
    const { value } = await runWith((context) => askAll(model, 6, context), {
      limits: { maxTokens: 8_300 },
      executor: createInProcessExecutor({ concurrency: 1, minDelayMs: 0, attempts: 20 }),
    });
    expect(answered(value)).toBe(6);
  });

  it('is refused by a ledger that is closed meanwhile', async () => {
    const { value } = await runWith(
      (context) => {
        const model: ModelFunction = async () => {
          await nextTurn();
          return { text: 'ok' };
        };
        return askAll(model, 3, context, 'reported');
      },
      { limits: { maxCostUsd: 1 }, executor: executor() },
    );
    expect(value?.map((each) => (each as PromiseRejectedResult).reason as Error)).toMatchObject([
      { code: 'cost_unreported' },
      { code: 'cost_unreported' },
      { code: 'cost_unreported' },
    ]);
  });
});

describe('the wrap-up of a run', () => {
  it('has what was reserved for it, though others wait', async () => {
    const order: string[] = [];
    const [opened, others] = [later(), later()];
    const ask = (name: string, context: RunContext) =>
      callModel(
        async ({ maxOutputTokens }) => {
          order.push(name);
          await nextTurn();
          return { text: name, usage: { inputTokens: 10, outputTokens: maxOutputTokens ?? 0 } };
        },
        { purpose: 'root', messages: [{ role: 'user', content: name }] },
        context,
        {},
      );
    const child: Protocol<null, null, string, never> = {
      name: 'child',
      open: () => Promise.resolve(null),
      step: async () => {
        opened.resolve();
        await others.promise;
        return { type: 'continue', state: null, result: actionResult() };
      },
      wrapUp: async (_state, _stop, context) => (await ask('wrap-up', context)).text,
    };
    const { value } = await runWith(
      async (context) => {
        const wrappingUp = createRun(child, null, { parent: context, maxSteps: 1 });
        await opened.promise;
        const greedy = [1, 2, 3, 4].map((each) => ask(String(each), context));
        others.resolve();
        const [outcome] = await Promise.all([wrappingUp.result, Promise.allSettled(greedy)]);
        return outcome;
      },
      { limits: { maxTokens: 1_000 }, executor: executor() },
    );
    expect(value).toMatchObject({ answer: 'wrap-up' });
    // The first took all that was left beside the reserve.
    expect(order).toEqual(['1', 'wrap-up']);
  });
});

/** What one run of a random tree asks: calls at once, and children beside them. */
interface Family {
  readonly calls: readonly number[];
  readonly children: readonly Family[];
  /** Its children begin when its calls have ended. */
  readonly isPatient: boolean;
}

const familyOf = (generations: number): fc.Arbitrary<Family> =>
  fc.record({
    calls: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 4 }),
    children:
      generations === 0 ? fc.constant([]) : fc.array(familyOf(generations - 1), { maxLength: 3 }),
    isPatient: fc.boolean(),
  });
const family = familyOf(2);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
const callsOf = (one: Family): readonly number[] => [
  ...one.calls,
  ...one.children.flatMap(callsOf),
];

describe('trees of runs whose calls wait for each other', () => {
  const cap = 30;
  const inputTokens = 10;

  it('answer every call in the order in which they were asked, whatever the order in which calls end', async () => {
    const tally = { waited: 0 };
    await fc.assert(
      fc.asyncProperty(
        family,
        fc.integer({ min: 0, max: 60 }),
        fc.scheduler(),
        async (root, spare, scheduler) => {
          const asked: number[] = [];
          const sent: number[] = [];
          let underWay = 0;
          let most = 0;
          const ask = async (tokens: number, context: RunContext): Promise<unknown> => {
            const number = asked.length;
            asked.push(number);
            const model: ModelFunction = async () => {
              sent.push(number);
              underWay += 1;
              most = Math.max(most, underWay);
              await scheduler.schedule(Promise.resolve());
              underWay -= 1;
              return { text: 'ok', usage: { inputTokens, outputTokens: tokens } };
            };
            return callModel(model, { purpose: 'sub', messages: [] }, context, {});
          };
          const protocol: Protocol<Family, Family, string, never> = {
            name: 'family',
            open: (one) => Promise.resolve(one),
            async step(one, context) {
              const calls = Promise.all(one.calls.map((tokens) => ask(tokens, context)));
              if (one.isPatient) await calls;
              const children = one.children.map((child) =>
                createRun(protocol, child, { parent: context, maxSteps: 1 }),
              );
              const outcomes = await Promise.all(children.map(({ result }) => result));
              await calls;
              for (const each of outcomes) expect(each.status).toBe('final');
              return { type: 'final', state: one, result: actionResult(), answer: 'done' };
            },
          };
          const all = callsOf(root);
          // Each call fits when it is alone; more at once only with what is to spare.
          const maxTokens = sum(all) + all.length * inputTokens + cap + inputTokens + spare;
          const run = createRun(protocol, root, {
            limits: { maxTokens, maxOutputTokens: cap },
            executor: executor(),
            maxSteps: 1,
          });
          const outcome = await scheduler.waitFor(run.result);
          expect(outcome).toMatchObject({ status: 'final', answer: 'done' });
          expect(sent).toEqual(asked);
          expect(outcome.usage.total.calls).toBe(all.length);
          if (most < all.length) tally.waited += 1;
        },
      ),
      { numRuns: 300 },
    );
    expect(tally.waited).toBeGreaterThan(50);
  });

  it('never spend more than the limit, and end, if there is not enough for all', async () => {
    const tally = { refused: 0, whole: 0 };
    await fc.assert(
      fc.asyncProperty(
        family,
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 100 }),
        fc.scheduler(),
        async (root, maxTokens, childTokens, scheduler) => {
          const ask = (tokens: number, context: RunContext): Promise<unknown> => {
            const model: ModelFunction = async ({ maxOutputTokens = 0 }) => {
              await scheduler.schedule(Promise.resolve());
              const outputTokens = Math.min(tokens, maxOutputTokens);
              return { text: 'ok', usage: { inputTokens: 0, outputTokens } };
            };
            return callModel(model, { purpose: 'sub', messages: [] }, context, {});
          };
          const protocol: Protocol<Family, Family, string, never> = {
            name: 'family',
            open: (one) => Promise.resolve(one),
            async step(one, context) {
              const calls = Promise.allSettled(one.calls.map((tokens) => ask(tokens, context)));
              if (one.isPatient) await calls;
              const children = one.children.map((child) =>
                createRun(protocol, child, {
                  parent: context,
                  maxSteps: 1,
                  ...(child.isPatient ? { limits: { maxTokens: childTokens } } : {}),
                }),
              );
              const outcomes = await Promise.all(children.map(({ result }) => result));
              for (const [index, { usage }] of outcomes.entries()) {
                const { inputTokens: sent, outputTokens } = usage.total;
                if (one.children[index]?.isPatient === true)
                  expect(sent + outputTokens).toBeLessThanOrEqual(childTokens);
              }
              for (const { status } of await calls)
                if (status === 'rejected') tally.refused += 1;
                else tally.whole += 1;
              return { type: 'final', state: one, result: actionResult(), answer: 'done' };
            },
          };
          const limits = { maxTokens, maxOutputTokens: cap };
          const run = createRun(protocol, root, { limits, executor: executor(), maxSteps: 1 });
          const { usage, finishReason } = await scheduler.waitFor(run.result);
          expect(usage.total.inputTokens + usage.total.outputTokens).toBeLessThanOrEqual(maxTokens);
          expect(finishReason).not.toBe('error');
        },
      ),
      { numRuns: 300 },
    );
    expect(tally.refused).toBeGreaterThan(50);
    expect(tally.whole).toBeGreaterThan(50);
  });
});
