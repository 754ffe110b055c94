import { errorWith } from '@rlm/config/error-with';
import { memoryStore } from '@rlm/journal';
import type { ModelFunction } from '@rlm/kernel/model';
import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import {
  createBudget,
  runRlm,
  type RlmLimits,
  type RlmResult,
  type RunRlmOptions,
} from '../../src/index.js';
import { cell } from '../support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

const small = { inputTokens: 30, outputTokens: 12 };
const prices = { inputPerMillion: 1.25, outputPerMillion: 10 };
const batch = cell(
  'const got = await llm_query_batched(Array.from({ length: 50 }, (_, i) => "Question " + i)); FINAL(got.filter((text) => text !== null).length)',
);
const answer: ModelFunction = async () => {
  await Promise.resolve();
  return { text: 'yes', usage: small };
};
const code = (): ReturnType<typeof scriptedModel> => scriptedModel([{ text: batch, usage: small }]);

const run = (limits: RlmLimits, more: Partial<RunRlmOptions> = {}): Promise<RlmResult> =>
  runRlm({
    model: code(),
    subModel: answer,
    sandbox: quickjs(),
    query: 'q',
    context: 'a',
    prices,
    limits,
    ...more,
  }).result;

describe('a batch of 50 small sub-queries', () => {
  it.each<[RlmLimits, string, number]>([
    [{ maxCostUsd: 0.5 }, 'limits.maxCostUsd ($0.5)', 6],
    [{ maxCostUsd: 0.1 }, 'limits.maxCostUsd ($0.1)', 1],
    [{ maxTokens: 20_000 }, 'limits.maxTokens (20,000)', 2],
  ])(
    'is answered whole under %j, and a diagnostic says how many run at once',
    async (limits, name, fits) => {
      const result = await run(limits);
      expect(result).toMatchObject({
        finishReason: 'final',
        value: 50,
        calls: { sub: 50, failed: 0 },
      });
      expect(result.usage.total).toMatchObject({ calls: 51, subQueries: 50 });
      const facts = [name, `${fits} of 16`, 'limits.maxConcurrentQueries', '8,192 output tokens'];
      expect(result.diagnostics).toEqual([
        errorWith({
          code: 'limit_narrows_concurrency',
          facts: [...facts, 'limits.maxOutputTokens.sub'],
        }),
      ]);
      expect(result.diagnostics[0]?.step).toBe(1);
    },
  );

  it('is answered without a diagnostic if maxOutputTokens lets enough of them run at once, or nothing limits them', async () => {
    const within = await run({ maxCostUsd: 0.1, maxOutputTokens: { sub: 100 } });
    expect(within).toMatchObject({ value: 50, diagnostics: [] });
    expect(await run({})).toMatchObject({ value: 50, diagnostics: [] });
    expect(await run({ maxTokens: 20_000, maxConcurrentQueries: 2 })).toMatchObject({
      value: 50,
      diagnostics: [],
    });
  });

  it('has no diagnostic if it asks for no more than fits at once', async () => {
    const two = batch.replace('length: 50', 'length: 2');
    const model = scriptedModel([{ text: two, usage: small }]);
    expect(await run({ maxTokens: 20_000 }, { model })).toMatchObject({
      value: 2,
      diagnostics: [],
    });
  });

  it('has a diagnostic that names the budget, if that is the tighter limit', async () => {
    const budget = createBudget({ maxTokens: 20_000 });
    const { diagnostics } = await run({ maxCostUsd: 5 }, { budget });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^budget\.maxTokens \(20,000\) lets 2 of 16/),
    ]);
  });

  it('gets the cap of limits.maxOutputTokens', async () => {
    const caps = new Set<number | undefined>();
    const subModel: ModelFunction = ({ maxOutputTokens }) => {
      caps.add(maxOutputTokens);
      return { text: 'yes', usage: small };
    };
    const model = code();
    await run({ maxOutputTokens: { root: 700, sub: 100 } }, { model, subModel });
    expect([...caps]).toEqual([100]);
    expect(model.calls.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([700]);
  });

  it('gives the same when it is resumed from its journal: nothing of the waiting is written down', async () => {
    const store = memoryStore();
    const first = await run({ maxTokens: 20_000 }, { journal: await store.create({ runId: 'a' }) });
    const silent: ModelFunction = () => {
      throw new Error('asked again');
    };
    const again = await run(
      { maxTokens: 20_000 },
      { model: silent, subModel: silent, journal: await store.open('a') },
    );
    const { durationMs: _first, ...whole } = first.toJSON();
    const { durationMs: _again, ...resumed } = again.toJSON();
    expect({ ...resumed, steps: null }).toEqual({ ...whole, steps: null });
    expect(again.value).toBe(50);
  });

  it('ends by the limit if there is not enough for all: its message says what is spent, in flight and needed', async () => {
    const result = await run(
      { maxTokens: 1_500 },
      {
        wrapUp: false,
        model: scriptedModel([{ text: batch.replace('FINAL', 'print'), usage: small }]),
      },
    );
    expect(result.finishReason).toBe('max_tokens');
    expect(result.stop?.message).toMatch(
      /\brefused\b.*\bmaxTokens \(1500\) \w+ \d+ \(.*: \d+, .*: \d+, .*: \d+\), .* \d+$/,
    );
    expect(result.usage.total.inputTokens + result.usage.total.outputTokens).toBeLessThan(1_500);
  });
});

describe('limits.maxOutputTokens', () => {
  it.each([0, -1, 1.5, 'much', { root: 0 }, { all: 5 }])('refuses %j', (maxOutputTokens) => {
    const options = { model: answer, sandbox: quickjs(), query: 'q', limits: { maxOutputTokens } };
    expect(() => runRlm(options as never)).toThrow(/limits\.maxOutputTokens/);
  });
});
