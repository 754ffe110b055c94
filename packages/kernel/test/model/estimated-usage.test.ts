import { simulateReadableStream } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it } from 'vitest';

import {
  callModel,
  type CallModelOptions,
  type ModelLike,
  type ModelRequest,
} from '../../src/model/index.js';
import { runWith } from './run-with.js';

const request: ModelRequest = {
  purpose: 'root',
  messages: [{ role: 'user', content: 'How many?' }],
};
const streamed: CallModelOptions = { onText: () => undefined };

/** What a call returns, and what its run reports of it. */
async function call(model: ModelLike, options: CallModelOptions, times = 1) {
  const usages: unknown[] = [];
  const { outcome } = await runWith(async (context) => {
    for (let made = 0; made < times; made += 1) {
      usages.push((await callModel(model, request, context, options)).usage);
    }
  });
  return { usages, diagnostics: outcome.diagnostics };
}

/** A model whose stream ends with a report of these numbers. */
function streaming(inputTokens?: number, outputTokens?: number): ModelLike {
  const finishReason = { unified: 'stop', raw: 'stop' } as const;
  const usage = {
    inputTokens: { total: inputTokens, noCache: undefined, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: outputTokens, text: undefined, reasoning: undefined },
  };
  return new MockLanguageModelV3({
    modelId: 'small',
    doStream: () =>
      Promise.resolve({
        stream: simulateReadableStream({
          chunks: [
            { type: 'text-start', id: 't' },
            { type: 'text-delta', id: 't', delta: 'Seven' },
            { type: 'finish', finishReason, usage },
          ],
        }),
      }),
  });
}

describe('a streamed reply without usage', () => {
  it('is marked as an estimate, and the run says what to set, once for each model', async () => {
    const { usages, diagnostics } = await call(streaming(), streamed, 2);
    expect(usages).toHaveLength(2);
    for (const usage of usages) expect(usage).toMatchObject({ estimated: true });
    expect(diagnostics).toEqual([
      {
        code: 'usage_not_reported',
        message: expect.stringMatching(
          /"small".*\bestimated\b.*\bincludeUsage: true\b.*\bcreateOpenAICompatible\b/,
        ) as string,
        step: 1,
      },
    ]);
  });

  it('is neither if the stream reports it', async () => {
    const { usages, diagnostics } = await call(streaming(12, 7), streamed);
    expect(usages).toEqual([{ inputTokens: 12, outputTokens: 7 }]);
    expect(diagnostics).toEqual([]);
  });

  it('that the run itself stopped is an estimate without a diagnostic', async () => {
    const model = new MockLanguageModelV3({
      doStream: {
        stream: simulateReadableStream({
          chunks: [
            { type: 'text-start', id: 't' },
            { type: 'text-delta', id: 't', delta: 'Seven, and more' },
          ],
        }),
      },
    });
    const { usages, diagnostics } = await call(model, { onText: () => 'stop', cutAt: () => 5 });
    expect(usages).toMatchObject([{ estimated: true }]);
    expect(diagnostics).toEqual([]);
  });
});

describe('estimated', () => {
  it.each<[what: string, model: ModelLike, isEstimated: boolean]>([
    ['text', () => 'Seven', true],
    ['half a report', () => ({ text: 'Seven', usage: { inputTokens: 12 } }), true],
    ['a report of nothing', () => ({ text: 'Seven', usage: { outputTokens: 0 } }), true],
    ['a report', () => ({ text: 'Seven', usage: { inputTokens: 12, outputTokens: 7 } }), false],
  ])('holds of %s: %#', async (_what, model, isEstimated) => {
    const { usages } = await call(model, {});
    expect(usages.map((usage) => 'estimated' in (usage as object))).toEqual([isEstimated]);
  });

  it('holds of a whole reply if one of its parts is estimated', async () => {
    let made = 0;
    const model: ModelLike = () => {
      made += 1;
      return made === 1
        ? { text: 'Sev', finishReason: 'length' }
        : { text: 'en', usage: { inputTokens: 12, outputTokens: 7 } };
    };
    const { usages } = await call(model, { maxContinuations: 1 });
    expect(usages).toMatchObject([{ estimated: true }]);
  });
});
