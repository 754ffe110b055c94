import { describe, expect, it } from 'vitest';

import { type RunLimits, createInProcessExecutor, createRun } from '../../src/index.js';
import {
  callModel,
  ModelError,
  PriceError,
  type LanguageModelLike,
  type ModelFunction,
  type ModelLike,
  type ModelPrice,
  type ModelRequest,
} from '../../src/model/index.js';
import { priceOf } from '../../src/model/prices.js';
import { nextTurn } from '@rlm/repl-types/internal';
import { manualClock, scriptedModel, type ScriptedReply } from '../../src/testing/index.js';
import { runWith } from './run-with.js';

const request: ModelRequest = {
  purpose: 'root',
  messages: [{ role: 'user', content: 'Hi there' }],
};
const price = { inputPerMillion: 2, outputPerMillion: 10 };
const dear = { inputPerMillion: 20, outputPerMillion: 100 };

/** A model object of the AI SDK that answers in order; a number is the status of a refusal. */
function modelObject(
  answers: readonly (string | number)[],
): LanguageModelLike & { readonly requests: unknown[] } {
  const requests: unknown[] = [];
  return {
    specificationVersion: 'v2',
    provider: 'fake',
    modelId: 'fake-1',
    requests,
    doGenerate: (options: never) => {
      const answer = answers[requests.length];
      requests.push(options);
      if (typeof answer === 'number') {
        const fault = Object.assign(new Error(`status ${answer}`), { statusCode: answer });
        return Promise.reject(fault);
      }
      const content = [{ type: 'text', text: answer ?? '' }];
      const usage = { inputTokens: 10, outputTokens: 20, totalTokens: 30 };
      return Promise.resolve({ content, usage, finishReason: 'stop' });
    },
    doStream: () => Promise.reject(new Error('not asked to')),
  };
}

describe('priceOf', () => {
  const object = modelObject([]);
  const plain = (): string => '';

  it.each<[string, Parameters<typeof priceOf>, ModelPrice | undefined]>([
    ['one price for all', [price, plain, 'model'], price],
    ['a cost that is reported', ['reported', plain, 'model'], 'reported'],
    ['a role', [{ model: price, subModel: dear }, plain, 'subModel'], dear],
    ['the first role that has one', [{ model: price }, plain, 'subModel', 'model'], price],
    ['a modelId before a role', [{ model: price, 'fake-1': dear }, object, 'model'], dear],
    ['a name of Object.prototype', [{ model: price }, plain, 'constructor'], undefined],
    ['nothing', [undefined, plain, 'model'], undefined],
    ['another name', [{ other: price }, object, 'model'], undefined],
  ])('finds %s', (_, args, expected) => {
    expect(priceOf(...args)).toBe(expected);
  });
});

/** Makes calls under a budget, one after another, until one fails. */
async function spend(
  model: ModelLike,
  limits: RunLimits,
  options: Parameters<typeof callModel>[3] = {},
  calls = 10,
) {
  const clock = manualClock();
  const executor = createInProcessExecutor({ clock, random: () => 1 });
  const work = runWith(
    async (context) => {
      for (let call = 0; call < calls; call += 1) await callModel(model, request, context, options);
    },
    { limits, clock, executor },
  );
  await clock.advance(120_000);
  return work;
}

describe('a limit on cost', () => {
  it('refuses a call whose price nobody knows, before it is made', async () => {
    const model = modelObject(['ok']);
    const { error, outcome } = await spend(model, { maxCostUsd: 1 });
    expect(error).toBeInstanceOf(PriceError);
    expect(error).toMatchObject({ code: 'price_unknown' });
    expect((error as Error).message).toContain('"fake-1"');
    expect(model.requests).toEqual([]);
    expect(outcome.usage.total.calls).toBe(0);
  });

  it('ends with a reply that did not report its cost, and keeps its tokens', async () => {
    const model = modelObject(['ok', 'ok']);
    const { error, outcome } = await spend(model, { maxCostUsd: 1 }, { prices: 'reported' });
    expect(error).toMatchObject({ code: 'cost_unreported' });
    expect(model.requests).toHaveLength(1);
    expect(outcome.usage.total).toMatchObject({ calls: 1, inputTokens: 10, outputTokens: 20 });
  });

  it('sets aside all that is left for the first call whose cost will be reported: others wait for it', async () => {
    const underWay: number[] = [];
    let most = 0;
    const model: ModelFunction = async () => {
      underWay.push((most += 1));
      await nextTurn();
      most -= 1;
      return { text: 'ok', usage: { costUsd: 0.1 } };
    };
    const { value } = await runWith(
      (context) => {
        const ask = () => callModel(model, request, context, { prices: 'reported' });
        return Promise.allSettled([ask(), ask(), ask()]);
      },
      { limits: { maxCostUsd: 1 } },
    );
    expect(value?.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    // The second and the third know what a call costs.
    expect(underWay).toEqual([1, 1, 2]);
  });
});

describe('another attempt at a call', () => {
  it.each<[string, ModelLike & { requests?: unknown[] }]>([
    ['a model object', modelObject([503, 'ok'])],
    ['a function', scriptedModel([{ status: 503 }, 'ok'])],
  ])('by %s counts as a call, and does not start where it does not fit', async (_, model) => {
    const { error, outcome } = await spend(model, { maxCalls: 1 });
    expect(error).toMatchObject({ code: 'budget_exceeded', limit: 'max_calls' });
    expect((error as Error).cause).toBeInstanceOf(ModelError);
    expect((error as Error).message).toMatch(/\banother attempt\b.*: \S/);
    expect(outcome.usage.total.calls).toBe(1);
  });

  it('is the same sub-query', async () => {
    const model = scriptedModel([{ status: 503 }, 'ok']);
    const clock = manualClock();
    const work = runWith((context) => callModel(model, { ...request, purpose: 'sub' }, context), {
      limits: { maxSubQueries: 1 },
      clock,
    });
    await clock.advance(10_000);
    const { value, outcome } = await work;
    expect(value?.text).toBe('ok');
    expect(outcome.usage.total).toMatchObject({ calls: 2, subQueries: 1 });
  });

  const lost = Object.assign(new Error('lost'), { code: 'ECONNRESET' });
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const unreached = Object.assign(new Error('Cannot connect to API', { cause: refused }), {
    isRetryable: true,
  });
  it.each<[string, ScriptedReply, { inputTokens: number; outputTokens: number }]>([
    ['nothing if it was never sent', { raise: unreached }, { inputTokens: 0, outputTokens: 0 }],
    ['nothing where the provider refused it', { status: 503 }, { inputTokens: 0, outputTokens: 0 }],
    ['its input where nobody knows', { raise: lost }, { inputTokens: 6, outputTokens: 0 }],
    [
      'what was heard of it too',
      { chunks: ['x'.repeat(40)], raise: lost },
      { inputTokens: 6, outputTokens: 10 },
    ],
    [
      'what the provider says of it',
      {
        raise: Object.assign(new Error('overloaded'), { status: 529, usage: { inputTokens: 77 } }),
      },
      { inputTokens: 77, outputTokens: 0 },
    ],
  ])('is booked after the failed one, which is booked with %s', async (_, fault, used) => {
    const ok = { text: 'ok', usage: { inputTokens: 1, outputTokens: 1 } };
    const model = scriptedModel([fault, ok]);
    const { error, outcome } = await spend(model, {}, { onText: () => undefined }, 1);
    expect(error).toBeUndefined();
    expect(outcome.usage.total).toMatchObject({
      calls: 2,
      inputTokens: used.inputTokens + 1,
      outputTokens: used.outputTokens + 1,
    });
  });

  it('is counted in the tree that the call belongs to', async () => {
    const model = scriptedModel([{ status: 503 }, { status: 503 }, 'ok']);
    const clock = manualClock();
    const run = createRun(
      {
        name: 'one',
        open: () => Promise.resolve(null),
        async step(state, context) {
          await callModel(model, request, context);
          const result = { ...emptyResult };
          return { type: 'final', state, result, answer: 'ok' };
        },
      },
      null,
      { clock },
    );
    await clock.advance(60_000);
    expect((await run.result).usage.own.calls).toBe(3);
  });
});

const emptyResult = {
  actionType: 'text',
  success: true,
  output: '',
  error: null,
  durationMs: 0,
  tokensUsed: 0,
  metadata: {},
} as const;
