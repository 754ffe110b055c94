import { describe, expect, it } from 'vitest';

import {
  callModel,
  type ModelReply,
  type ModelRequest,
  type ModelUsage,
} from '../../src/model/index.js';
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
    expect(outcome.diagnostics[0]?.message).toMatch(
      /^The model "root@0" reported .*tokens are estimated\.$/,
    );
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
    expect(outcome.diagnostics[0]?.message).toContain('a cost of 0 though it has a price');
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
