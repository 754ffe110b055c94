import { invalidOption } from '@rlm/config/options-suite';
import { describe, expect, it } from 'vitest';

import {
  createBudget,
  createInProcessExecutor,
  createRun,
  systemClock,
  type Budget,
  type RunContext,
  type CreateRunOptions,
} from '../../src/index.js';
import { maxKeptRuns, TreeAccount } from '../../src/budget/tree-account.js';
import { callModel, type ModelFunction } from '../../src/model/index.js';
import { nextTurn } from '@rlm/repl-types/internal';
import { countingProtocol } from '../helpers.js';
import { runWith } from '../model/run-with.js';

const usage = { inputTokens: 30, outputTokens: 12 };
const prices = { inputPerMillion: 1.25, outputPerMillion: 10 };
const callCost = (30 * 1.25 + 12 * 10) / 1e6;

/** A model that answers after a turn; `most` is how many of its calls were under way at once. */
function small() {
  const seen = { most: 0, underWay: 0, calls: 0 };
  const model: ModelFunction = async () => {
    seen.calls += 1;
    seen.underWay += 1;
    seen.most = Math.max(seen.most, seen.underWay);
    await nextTurn();
    seen.underWay -= 1;
    return { text: 'ok', usage };
  };
  return { model, seen };
}

const ask = (model: ModelFunction, context: RunContext) =>
  callModel(model, { purpose: 'root', messages: [{ role: 'user', content: 'Why?' }] }, context, {
    prices,
  });

const askIn = (budget: Budget, model: ModelFunction, options: CreateRunOptions<string> = {}) =>
  runWith((context) => ask(model, context), { budget, ...options });

describe('createBudget', () => {
  it('is shared by runs at once: none is refused that only has to wait for the others', async () => {
    const budget = createBudget({ maxCostUsd: 0.2 });
    const { model, seen } = small();
    const runs = await Promise.all(Array.from({ length: 30 }, () => askIn(budget, model)));
    expect(runs.map(({ value }) => value?.text)).toEqual(Array(30).fill('ok'));
    expect(seen.most).toBe(2);
    expect(budget.spent).toMatchObject({ calls: 30, outputTokens: 360 });
    expect(budget.spent.costUsd).toBeCloseTo(30 * callCost, 10);
    expect(budget.remaining.costUsd).toBeCloseTo(0.2 - 30 * callCost, 10);
    expect(budget.inFlight).toMatchObject({ costUsd: 0, calls: 0 });
  });

  it('is not set aside for the wrap-ups of many runs', async () => {
    const budget = createBudget({ maxTokens: 20_000 });
    const concluding = {
      ...countingProtocol(async (_, context) => ({
        final: (await ask(small().model, context)).text,
      })),
      wrapUp: () => Promise.resolve('best'),
    };
    const runs = Array.from({ length: 60 }, () => createRun(concluding, null, { budget }));
    const outcomes = await Promise.all(runs.map(({ result }) => result));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(60).fill('final'));
  });

  it('tells what calls under way have reserved, and what is left', async () => {
    const budget = createBudget({ maxTokens: 20_000, maxCalls: 5 });
    let during: unknown;
    await askIn(budget, () => {
      during = { inFlight: budget.inFlight, remaining: budget.remaining, spent: budget.spent };
      return { text: 'ok', usage };
    });
    expect(during).toMatchObject({
      inFlight: { outputTokens: 8_192, calls: 1 },
      remaining: { calls: 4, costUsd: Infinity },
      spent: { calls: 0, outputTokens: 0 },
    });
    expect(budget.remaining).toEqual({ tokens: 20_000 - 42, costUsd: Infinity, calls: 4 });
  });

  it('holds beside the limits of a run: the tighter of the two', async () => {
    const budget = createBudget({ maxCalls: 3 });
    const { model } = small();
    const first = await askIn(budget, model, { limits: { maxCalls: 0 } });
    expect(first.outcome.finishReason).toBe('max_calls');
    expect(budget.spent.calls).toBe(0);
    for (let count = 0; count < 3; count += 1)
      await askIn(budget, model, { limits: { maxCalls: 9 } });
    const last = await askIn(budget, model, { limits: { maxCalls: 9 } });
    expect(last.outcome.usage.total.calls).toBe(0);
    expect(last.outcome.finishReason).toBe('max_calls');
  });

  it('says that a limit is that of the budget', async () => {
    const { error } = await askIn(createBudget({ maxTokens: 5 }), small().model);
    expect(String(error)).toMatch(
      /\bmaxTokens of the budget \(5\).* 5 \(.*: 0, .*: 0, .*\), .* \d+$/,
    );
  });

  it.each([{}, { maxCostUsd: undefined }, { maxTokens: undefined, maxCalls: undefined }])(
    'needs a limit if it is given options: not %j',
    (options) => {
      expect(() => createBudget(options)).toThrow(invalidOption('maxCostUsd', 'maxTokens', 'none'));
    },
  );

  it('counts what children of the runs spend', async () => {
    const budget = createBudget();
    const { model } = small();
    await runWith(
      async (context) => {
        const child = countingProtocol(async (_, inner) => ({
          final: (await ask(model, inner)).text,
        }));
        await createRun(child, null, { parent: context }).result;
        await ask(model, context);
      },
      { budget, executor: createInProcessExecutor() },
    );
    expect(budget.spent.calls).toBe(2);
    const refused = runWith((context) =>
      Promise.resolve(
        createRun(
          countingProtocol(() => Promise.resolve('continue')),
          null,
          { parent: context, budget },
        ),
      ),
    );
    expect((await refused).error).toMatchObject({ code: 'invalid_option' });
  });

  it.each([{ maxCostUsd: -1 }, { maxTokens: 'much' }, { maxCall: 3 }])('refuses %j', (options) => {
    expect(() => createBudget(options as never)).toThrow(
      expect.objectContaining({ code: 'invalid_option' }),
    );
  });

  it('is the only thing that is taken as one', () => {
    const budget = { limits: {}, spent: 0 } as never;
    expect(() =>
      createRun(
        countingProtocol(() => Promise.resolve('continue')),
        null,
        { budget },
      ),
    ).toThrow(invalidOption('budget', 'createBudget()'));
  });
});

it('a shared budget keeps what the last 10,000 runs had spent, and forgets those before', () => {
  const account = new TreeAccount({}, systemClock, undefined, 0, true);
  const spent = { calls: 1, subQueries: 0, inputTokens: 30, outputTokens: 12, costUsd: 0 };
  for (let run = 0; run <= maxKeptRuns; run += 1) account.keepSpent(`run-${run}`, spent);
  expect(account.spentBefore('run-0').amounts()).toMatchObject({ calls: 0 });
  expect(account.spentBefore('run-1').amounts()).toMatchObject(spent);
  expect(account.spentBefore(`run-${maxKeptRuns}`).amounts()).toMatchObject(spent);
});
