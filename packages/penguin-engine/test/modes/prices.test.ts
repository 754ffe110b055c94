import { invalidOption } from '@rlm/config/options-suite';
import type { LanguageModelLike } from '@rlm/kernel/model';
import { scriptedModel, type ScriptedReply } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { runResponse, runTask } from '../../src/index.js';

const price = { inputPerMillion: 2, outputPerMillion: 10 };

/** A model object of the AI SDK that always answers `text`. */
function modelObject(text: string): LanguageModelLike & { readonly requests: unknown[] } {
  const requests: unknown[] = [];
  return {
    specificationVersion: 'v2',
    provider: 'fake',
    modelId: 'fake-1',
    requests,
    doGenerate: (options: never) => {
      requests.push(options);
      const usage = { inputTokens: 10, outputTokens: 20, totalTokens: 30 };
      return Promise.resolve({ content: [{ type: 'text', text }], usage, finishReason: 'stop' });
    },
    doStream: () => Promise.reject(new Error('not asked to')),
  };
}

describe.each([
  ['runResponse', runResponse],
  ['runTask', runTask],
] as const)('prices in %s', (_, run) => {
  const reported = (costUsd?: number): ScriptedReply => ({
    text: '<note>x</note> Go on.',
    usage: { inputTokens: 10, outputTokens: 10, ...(costUsd === undefined ? {} : { costUsd }) },
  });
  const options = { prompt: 'Go', limits: { maxCostUsd: 1 } };

  it('must be known where cost is limited', () => {
    const model = modelObject('ok');
    expect(() => run({ ...options, model })).toThrow(invalidOption('prices', '`model` (fake-1)'));
    expect(() => run({ ...options, model, prices: { 'fake-2': price } })).toThrow(
      invalidOption('prices'),
    );
    expect(() => run({ ...options, limits: { maxCostUsd: Infinity }, model })).not.toThrow();
    expect(model.requests).toEqual([]);
  });

  it.each([
    ['one price', price],
    ['its modelId', { 'fake-1': price }],
    ['its role', { model: price }],
  ])('are found by %s', async (_name, prices) => {
    const { usage } = await run({ ...options, model: modelObject('ok'), prices }).result;
    expect(usage.total.costUsd).toBeCloseTo((10 * 2 + 20 * 10) / 1e6);
  });

  it('end the run where a reply does not report its cost as it should', async () => {
    const model = scriptedModel([reported(0.1), reported(), reported(0.1)]);
    const result = await run({ ...options, guard: false, model, prices: 'reported' }).result;
    expect(result).toMatchObject({ status: 'error', cause: { code: 'cost_unreported' } });
    expect(model.calls).toHaveLength(2);
  });

  it('stop the run before a call that does not fit', async () => {
    const model = scriptedModel([reported(0.4)], { after: 'repeat' });
    const result = await run({ ...options, guard: false, model, prices: 'reported' }).result;
    expect(result).toMatchObject({ status: 'budget_limited', steps: { length: 2 } });
    expect(result.usage.total.costUsd).toBeCloseTo(0.8);
  });
});
