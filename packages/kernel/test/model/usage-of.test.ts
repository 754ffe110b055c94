import { describe, expect, it } from 'vitest';

import {
  callModel,
  type ModelReply,
  type ModelRequest,
  type ModelUsage,
} from '../../src/model/index.js';
import { amountsOf } from '../../src/model/reserve.js';
import { normaliseUsage } from '../../src/model/usage.js';
import { usageOf } from '../../src/model/usage-of.js';
import { runWith } from './run-with.js';

const text = 'x'.repeat(400);
const request: ModelRequest = {
  purpose: 'root',
  messages: [{ role: 'user', content: 'y'.repeat(384) }],
};
const estimates = { inputTokens: 100, outputTokens: 100 };
const replying =
  (usage: unknown, reply = text) =>
  (): ModelReply => ({ text: reply, usage: usage as ModelUsage });

describe('a usage that cannot be', () => {
  it.each<[object, object]>([
    [{ inputTokens: 0, outputTokens: 0 }, estimates],
    [{ inputTokens: 0.001, outputTokens: 0.001 }, estimates],
    [{ inputTokens: -0, outputTokens: -0 }, estimates],
    [{ inputTokens: Infinity, outputTokens: 1 }, estimates],
    [{ inputTokens: 1, outputTokens: Number.NaN }, estimates],
    [{ inputTokens: { total: -1 }, outputTokens: { total: 1 } }, estimates],
    [{ totalTokens: 0 }, estimates],
    // What hides in it may be more than what is seen.
    [
      { inputTokens: 0, outputTokens: 5_000 },
      { inputTokens: 100, outputTokens: 5_000 },
    ],
  ])('of %j is estimated, and that is told once', async (usage, expected) => {
    const { outcome } = await runWith(async (context) => {
      for (let call = 0; call < 2; call += 1) {
        await callModel(replying(usage), request, context, { role: 'root@0' });
      }
    });
    const twice = Object.entries(expected).map(([name, count]) => [name, Number(count) * 2]);
    expect(outcome.usage.total).toMatchObject(Object.fromEntries(twice));
    expect(outcome.diagnostics).toHaveLength(1);
    expect(outcome.diagnostics[0]).toMatchObject({ code: 'usage_not_believed', step: 1 });
    expect(outcome.diagnostics[0]?.message).toMatch(/"root@0" reported .*\bestimated\b/);
  });

  it('is told of each model', async () => {
    const { outcome } = await runWith(async (context) => {
      for (const role of ['root@0', 'sub@1', 'root@0']) {
        await callModel(replying({ inputTokens: 0, outputTokens: 0 }), request, context, { role });
      }
    });
    expect(outcome.diagnostics.map(({ message }) => message.slice(0, 18))).toEqual([
      ...['The model "root@0"', 'The model "sub@1" '],
    ]);
  });

  it('makes no limit void: of 400 calls, those that fit are made', async () => {
    let calls = 0;
    const model = (): ModelReply => {
      calls += 1;
      return replying({ inputTokens: 0, outputTokens: 0 })();
    };
    const { outcome } = await runWith(
      async (context) => {
        for (let call = 0; call < 400; call += 1) await callModel(model, request, context);
      },
      { limits: { maxTokens: 4_000 } },
    );
    expect(calls).toBeLessThanOrEqual(20);
    const { inputTokens, outputTokens } = outcome.usage.total;
    expect(inputTokens + outputTokens).toBeLessThanOrEqual(4_000);
  });

  it('of nothing for an empty part is believed, and so is one that is as it may be', async () => {
    const { outcome } = await runWith(async (context) => {
      await callModel(replying({ inputTokens: 1, outputTokens: 1 }), request, context);
      const model = replying({ inputTokens: 7, outputTokens: 0 }, '');
      await callModel(model, request, context).catch(() => undefined);
    });
    expect(outcome.usage.total).toMatchObject({ inputTokens: 15, outputTokens: 1 });
    expect(outcome.diagnostics).toEqual([]);
  });
});

describe('a reported cost of nothing', () => {
  const prices = { inputPerMillion: 1_000, outputPerMillion: 1_000 };
  const usage = { inputTokens: 100, outputTokens: 100 };

  it.each([0, -0])('(%j) does not count where the price is known', async (costUsd) => {
    const { outcome } = await runWith((context) =>
      callModel(replying({ ...usage, costUsd }), request, context, { prices }),
    );
    expect(outcome.usage.total.costUsd).toBeCloseTo(0.2);
    expect(outcome.diagnostics).toMatchObject([{ code: 'usage_not_believed' }]);
    expect(outcome.diagnostics[0]?.message).toContain('reported a cost of 0');
  });

  it.each([
    ['whose cost is reported', 'reported'],
    ['that is free', { inputPerMillion: 0, outputPerMillion: 0 }],
  ] as const)('counts of a model %s', async (_, price) => {
    const { outcome } = await runWith((context) =>
      callModel(replying({ ...usage, costUsd: 0 }), request, context, { prices: price }),
    );
    expect(outcome.usage.total.costUsd).toBe(0);
    expect(outcome.diagnostics).toEqual([]);
  });
});

describe('input tokens that a provider read from its cache', () => {
  const prices = { inputPerMillion: 4, cachedInputPerMillion: 1, outputPerMillion: 10 };

  it.each<[string, object, number]>([
    ['AI SDK V2', { inputTokens: 1_000, cachedInputTokens: 600, outputTokens: 100 }, 600],
    ['AI SDK V3', { inputTokens: { total: 1_000, cacheRead: 600 }, outputTokens: 100 }, 600],
    [
      'OpenAI chat',
      {
        prompt_tokens: 1_000,
        prompt_tokens_details: { cached_tokens: 600 },
        completion_tokens: 100,
      },
      600,
    ],
    [
      'OpenAI responses',
      { input_tokens: 1_000, input_tokens_details: { cached_tokens: 600 }, output_tokens: 100 },
      600,
    ],
    [
      'more than there were',
      { inputTokens: 1_000, cachedInputTokens: 9_000, outputTokens: 100 },
      1_000,
    ],
    ['less than none', { inputTokens: 1_000, cachedInputTokens: -5, outputTokens: 100 }, 0],
  ])('have a price of their own: %s', (_, reported, cached) => {
    const reply = { text, usage: normaliseUsage(reported) };
    const { usage, doubt } = usageOf(reply, request, prices);
    expect(doubt).toBeUndefined();
    expect(usage.cachedInputTokens ?? 0).toBe(cached);
    expect(amountsOf(usage, prices).cachedInputTokens ?? 0).toBe(cached);
    const { costUsd } = amountsOf(usage, prices);
    expect(costUsd).toBeCloseTo(((1_000 - cached) * 4 + cached + 100 * 10) / 1e6, 12);
    const { cachedInputPerMillion: _price, ...plain } = prices;
    expect(amountsOf(usage, plain).costUsd).toBeCloseTo((1_000 * 4 + 100 * 10) / 1e6, 12);
  });

  it('are no more than the input in what a fault or a late reply reports', () => {
    const reported = { inputTokens: 10, cachedInputTokens: 90, outputTokens: 1 };
    expect(amountsOf(reported, undefined)).toEqual({ ...reported, cachedInputTokens: 10 });
  });

  it('are not believed beside tokens that cannot be', () => {
    const reply = { text, usage: { inputTokens: 0, cachedInputTokens: 50, outputTokens: 5 } };
    expect(usageOf(reply, request, prices).usage).not.toHaveProperty('cachedInputTokens');
  });
});
