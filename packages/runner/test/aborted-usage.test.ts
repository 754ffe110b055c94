import { memoryStore } from '@rlm/journal';
import type { LanguageModelLike } from '@rlm/kernel/model';
import { describe, expect, it } from 'vitest';

import { createBudget, runRlm, type RunRlmOptions } from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';

/** The parts of a stream; one without `finish` never ends. */
type Reply = readonly { readonly type: string }[];

/** 20 pieces of 4 characters: 20 tokens. */
const hanging = (type?: string): Reply =>
  type === undefined ? [] : Array.from({ length: 20 }, () => ({ type, id: 'p', delta: 'abc ' }));

/** A whole reply that reports what it used. */
const whole = (total: number, reasoning = 0, text = cell('1')): Reply => [
  { type: 'text-delta', id: 't', delta: text } as Reply[number],
  {
    type: 'finish',
    finishReason: { unified: 'stop', raw: undefined },
    usage: {
      inputTokens: { total: 500 },
      outputTokens: { total, text: total - reasoning, reasoning },
    },
  } as Reply[number],
];

/** A model of the AI SDK; `onHang` is called when a stream that never ends was read so far. */
function streaming(replies: readonly Reply[], onHang: () => void): LanguageModelLike {
  let asked = 0;
  const doStream = ({ abortSignal }: { readonly abortSignal: AbortSignal }) => {
    const parts = [...(replies[Math.min(asked, replies.length - 1)] ?? [])];
    asked += 1;
    const stream = new ReadableStream<Reply[number]>(
      {
        start(controller) {
          abortSignal.addEventListener('abort', () => {
            controller.error(abortSignal.reason);
          });
        },
        pull(controller) {
          const part = parts.shift();
          if (part === undefined) {
            onHang();
            return new Promise(() => undefined);
          }
          controller.enqueue(part);
          if (part.type === 'finish') controller.close();
          return undefined;
        },
      },
      { highWaterMark: 0 },
    );
    return Promise.resolve({ stream });
  };
  const doGenerate = () => Promise.reject(new Error('not streamed'));
  return { specificationVersion: 'v3', provider: 'test', modelId: 'slow', doGenerate, doStream };
}

const prices = { inputPerMillion: 1, outputPerMillion: 10 };
const bounds: [string, Partial<RunRlmOptions>][] = [
  ['without limits', {}],
  ['with limits', { limits: { maxCostUsd: 1, maxTokens: 100_000 } }],
];

async function abortedRun(replies: readonly Reply[], more: Partial<RunRlmOptions> = {}) {
  const model = streaming(replies, () => {
    run.abort();
  });
  const run = runRlm({ model, sandbox: watchedBackend(), query: 'q', prices, ...more });
  const result = await run.result;
  expect(result.finishReason).toBe('aborted');
  return result;
}

describe('a call that is aborted', () => {
  describe.each(bounds)('%s', (_, bound) => {
    it.each<[string, readonly Reply[], number]>([
      ['its text', [hanging('text-delta')], 20],
      ['its reasoning', [hanging('reasoning-delta')], 20],
      ['arguments of a call', [hanging('tool-input-delta')], 20],
      ['all that was reserved if nothing has come', [hanging()], 8_192],
      ['the largest output seen, if nothing has come', [whole(77), hanging()], 77 + 77],
      [
        'the largest output seen, if the model hides its reasoning',
        [whole(3_000, 2_990), hanging('text-delta')],
        6_000,
      ],
    ])('books its input and %s', async (_what, replies, outputTokens) => {
      const { usage, diagnostics } = await abortedRun(replies, bound);
      expect(usage.total.outputTokens).toBe(outputTokens);
      expect(usage.total.estimated).toBe(true);
      expect(usage.total.inputTokens).toBeGreaterThan(300);
      const cost = usage.total.inputTokens * 1e-6 + outputTokens * 1e-5;
      expect(usage.total.costUsd).toBeCloseTo(cost, 8);
      expect(diagnostics.map(({ code }) => code)).toContain('usage_estimated');
    });
  });

  it('books the largest output seen, though it is more than is reserved for a reply without a limit', async () => {
    const { usage } = await abortedRun([whole(9_000), hanging('text-delta')]);
    expect(usage.total.outputTokens).toBe(18_000);
  });

  it('books the same if its reader leaves, or it took too long; each attempt counts', async () => {
    const model = streaming([hanging('text-delta')], () => undefined);
    const options = { model, sandbox: watchedBackend(), query: 'q', prices };
    const run = runRlm(options);
    let text = '';
    for await (const event of run) {
      if (event.type === 'text-delta') text += event.text;
      if (text.length === 80) break;
    }
    expect((await run.result).usage.total).toMatchObject({ outputTokens: 20, estimated: true });
    const limits = { callTimeoutMs: 50, maxTokens: 100_000 };
    const late = await runRlm({ ...options, limits, wrapUp: false }).result;
    const { calls, outputTokens } = late.usage.total;
    expect(outputTokens).toBe(20 * calls);
  });

  it('of a budget leaves nearly all of it, and teaches the next run', async () => {
    const budget = createBudget({ maxCostUsd: 1 });
    await abortedRun([hanging('text-delta')], { budget });
    expect(budget.spent.costUsd).toBeLessThan(0.01);
    expect(budget.inFlight.costUsd).toBe(0);
    await abortedRun([whole(77), hanging('text-delta')], { budget });
    const before = budget.spent.outputTokens;
    await abortedRun([hanging()], { budget });
    expect(budget.spent.outputTokens).toBe(before + 77);
  });

  it('is carried by the journal as it was booked', async () => {
    const store = memoryStore();
    const journal = await store.create({ runId: 'r' });
    const first = await abortedRun([whole(77), hanging('text-delta')], { journal });
    expect(first.usage.total).toMatchObject({ outputTokens: 97, estimated: true });
    expect(first.diagnostics.map(({ code }) => code)).toEqual(['no_context', 'usage_estimated']);
    const { usage, finishReason } = await runRlm({
      model: streaming([whole(3, 0, 'FINAL(yes)')], () => undefined),
      sandbox: watchedBackend(),
      query: 'q',
      prices,
      journal: await store.open('r'),
    }).result;
    expect(finishReason).toBe('final');
    expect(usage.total.outputTokens).toBeGreaterThanOrEqual(97 + 3);
    expect(usage.total.outputTokens).toBeLessThan(97 + 10);
    expect(usage.total.inputTokens).toBeGreaterThanOrEqual(first.usage.total.inputTokens + 300);
    expect(usage.total).toMatchObject({ calls: 3, estimated: true });
  });

  it('of a sub-query that is not streamed books the largest output seen', async () => {
    const usage = { inputTokens: 100, outputTokens: 40 };
    const controller = new AbortController();
    let asked = 0;
    const { usage: used } = await runRlm({
      model: () => ({ text: cell('await llm_query("a"); await llm_query("b")'), usage }),
      subModel: () => {
        asked += 1;
        if (asked === 1) return { text: 'one', usage };
        controller.abort();
        return new Promise<never>(() => undefined);
      },
      sandbox: watchedBackend(),
      query: 'q',
      abortSignal: controller.signal,
    }).result;
    expect(used.total).toMatchObject({ outputTokens: 120, calls: 3, estimated: true });
  });
});
