import type { LanguageModelLike, ModelFunction, ModelReply } from '@rlm/kernel/model';
import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { createRlm, runRlm, type RunRlmOptions } from '../src/index.js';
import { cell } from './support/cell.js';

const sandbox = quickjs();
const price = { inputPerMillion: 1, outputPerMillion: 1 };
const limits = { maxCostUsd: 1 };

const object = (modelId: string): LanguageModelLike => ({
  specificationVersion: 'v2',
  provider: 'fake',
  modelId,
  doGenerate: () => Promise.reject(new Error('not asked')),
  doStream: () => Promise.reject(new Error('not asked')),
});

function costing(texts: readonly string[], costUsd: number | undefined): ModelFunction {
  const usage = {
    inputTokens: 100,
    outputTokens: 10,
    ...(costUsd === undefined ? {} : { costUsd }),
  };
  return scriptedModel(
    texts.map((text): ModelReply => ({ text, usage })),
    { after: 'repeat' },
  );
}

describe('a limit on cost', () => {
  const base = { sandbox, query: 'q', limits };
  const plain: ModelFunction = () => 'FINAL(1)';

  it.each<[string, Partial<RunRlmOptions>, string]>([
    ['a model', {}, 'the price of `model`,'],
    ['a sub-model', { subModel: object('small'), prices: { model: price } }, '`subModel` (small)'],
    [
      'a model of a deeper run',
      { model: [plain, object('deep')], subModel: plain, prices: { subModel: price } },
      '`model`,',
    ],
    [
      'a model that code may choose',
      { models: { large: object('big') }, prices: { model: price } },
      '`large` (big)',
    ],
    ['a price under another name', { prices: { modle: price } }, 'the price of `model`,'],
  ])('is refused at the call without the price of %s', (_, options, message) => {
    const given = { model: plain, sandbox, limits, ...options };
    const run = (): unknown => runRlm({ ...given, query: 'q' });
    expect(run).toThrow(message);
    expect(run).toThrow(expect.objectContaining({ code: 'invalid_option' }));
    expect(() => createRlm(given)).toThrow(message);
  });

  it.each<[string, Partial<RunRlmOptions>]>([
    ['one price for all', { models: { large: object('big') }, prices: price }],
    [
      'prices by role, by modelId and by name',
      {
        model: [plain, object('deep')],
        subModel: object('small'),
        models: { large: object('big') },
        prices: { model: price, small: price, large: 'reported' },
      },
    ],
    ['no limit', { limits: { maxCostUsd: Infinity } }],
  ])('is kept with %s', async (_, options) => {
    const { answer } = await runRlm({ model: plain, ...base, ...options }).result;
    expect(answer).toBe('1');
  });

  it('counts each model by its own price', async () => {
    const { usage } = await runRlm({
      ...base,
      model: costing([cell('FINAL(await llm_query("x"))')], undefined),
      subModel: costing(['y'], undefined),
      prices: {
        model: { inputPerMillion: 10, outputPerMillion: 0 },
        subModel: { inputPerMillion: 0, outputPerMillion: 100 },
      },
    }).result;
    expect(usage.total.costUsd).toBeCloseTo((100 * 10 + 10 * 100) / 1e6);
  });

  it('ends the run when a reply does not report the cost that it should', async () => {
    const model = costing([cell('x = 1')], undefined);
    const result = await runRlm({ ...base, model, prices: 'reported' }).result;
    expect(result).toMatchObject({
      answer: null,
      finishReason: 'error',
      stop: { code: 'cost_unreported' },
      calls: { root: 1 },
    });
  });

  it.each([
    ['a sub-query', 'llm_query("x")'],
    ['a sub-query of a child run', 'rlm_query("x")'],
  ])('ends it too after %s, and no further call is made', async (_, query) => {
    const asked: string[] = [];
    const silent: ModelFunction = ({ messages }) => {
      asked.push(messages.at(-1)?.content ?? '');
      return 'an answer';
    };
    const ask = 'for (let n = 0; n < 5; n += 1) { try { await QUERY } catch {} }';
    const result = await runRlm({
      ...base,
      model: [
        costing([cell(ask.replace('QUERY', query))], 0.01),
        costing([cell(ask.replace('QUERY', 'llm_query("y")'))], 0.01),
      ],
      subModel: silent,
      prices: 'reported',
    }).result;
    expect(result).toMatchObject({ finishReason: 'error', stop: { code: 'cost_unreported' } });
    expect(asked).toHaveLength(1);
  });

  it('lets a stream end whose cost is reported at its end', async () => {
    async function* stream(): AsyncGenerator<string> {
      yield `${cell('FINAL(1)')}\n`;
      yield* await Promise.resolve(['and more']);
    }
    let isRead = false;
    const model: ModelFunction = async function* () {
      yield* stream();
      isRead = true;
    };
    await runRlm({ ...base, model, prices: 'reported' }).result;
    expect(isRead).toBe(true);
  });

  it('counts retries: no request beyond the limit of calls', async () => {
    const model = scriptedModel([{ status: 503 }, cell('FINAL(1)')]);
    const { finishReason, stop, usage } = await runRlm({
      model,
      sandbox,
      query: 'q',
      limits: { maxCalls: 1 },
    }).result;
    expect(finishReason).toBe('max_calls');
    expect(stop?.message).toMatch(/\banother attempt\b.*: \S/);
    expect(usage.total.calls).toBe(1);
    expect(model.calls).toHaveLength(1);
  });

  it('starts no first call that does not fit', async () => {
    const model = scriptedModel(['FINAL(1)']);
    const result = await runRlm({ model, sandbox, query: 'q', limits: { maxTokens: 50 } }).result;
    expect(result).toMatchObject({ answer: null, finishReason: 'max_tokens' });
    expect(model.calls).toEqual([]);
  });
});

describe('the events of a run with prices', () => {
  it.each<[string, Partial<RunRlmOptions>, ModelFunction, number | undefined]>([
    ['what they cost by the price', { prices: price }, costing(['yes'], undefined), 110e-6],
    ['what the provider reported', { prices: 'reported' }, costing(['yes'], 0.5), 0.5],
    ['no cost without a price', {}, costing(['yes'], undefined), undefined],
  ])(
    'say of each call %s, and their sum is what was booked',
    async (_, options, subModel, cost) => {
      const code = cell('FINAL(await llm_query_batched(["a", "b"]))');
      const model = scriptedModel([
        { text: code, usage: { inputTokens: 100, outputTokens: 10, costUsd: 0.25 } },
      ]);
      const run = runRlm({ model, subModel, sandbox, query: 'q', ...options });
      const costs: (number | undefined)[] = [];
      for await (const event of run) {
        if (event.type === 'query-end' || event.type === 'model-end') {
          costs.push(event.usage?.costUsd);
        }
      }
      expect(costs).toEqual([0.25, cost, cost]);
      const { usage } = await run.result;
      expect(usage.total.costUsd).toBeCloseTo(0.25 + 2 * (cost ?? 0));
    },
  );
});
