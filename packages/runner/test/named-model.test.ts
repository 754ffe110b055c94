import type { LanguageModelLike } from '@rlm/kernel/model';
import { runResponse } from '@rlm/penguin-engine';
import { simulateReadableStream } from 'ai';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { runRlm } from '../src/index.js';
import { cell } from './support/cell.js';

const global = globalThis as { AI_SDK_DEFAULT_PROVIDER?: unknown };
const asked: string[] = [];

/** What the model of each name says. */
const replies: Readonly<Record<string, string>> = {
  'a/writer': cell('FINAL(await llm_query("Say yes"))'),
  'a/reader': 'yes',
};

/** A provider as the AI SDK has it, whose models have one reply each. */
const provider = {
  languageModel(name: string): LanguageModelLike {
    const text = replies[name] ?? '';
    const finish = {
      finishReason: 'stop',
      usage: { inputTokens: 1_000_000, outputTokens: 0 },
    };
    const parts = [
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: text },
      { type: 'text-end', id: 't' },
      { type: 'finish', ...finish },
    ];
    return {
      specificationVersion: 'v2',
      provider: 'a',
      modelId: name,
      doGenerate() {
        asked.push(name);
        return Promise.resolve({ content: [{ type: 'text', text }], warnings: [], ...finish });
      },
      doStream() {
        asked.push(name);
        return Promise.resolve({ stream: simulateReadableStream({ chunks: parts }) });
      },
    };
  },
};

beforeEach(() => {
  asked.length = 0;
  global.AI_SDK_DEFAULT_PROVIDER = provider;
});
afterEach(() => {
  delete global.AI_SDK_DEFAULT_PROVIDER;
});

it('runRlm asks models by their names, each at the price of its name', async () => {
  const price = (inputPerMillion: number) => ({ inputPerMillion, outputPerMillion: 0 });
  const { answer, usage } = await runRlm({
    model: 'a/writer',
    subModel: 'a/reader',
    prices: { 'a/writer': price(2), 'a/reader': price(0.5) },
    limits: { maxCostUsd: 10 },
    query: 'Is it?',
    context: 'it is',
  }).result;
  expect(answer).toBe('yes');
  expect(asked).toEqual(['a/writer', 'a/reader']);
  expect(usage.total.costUsd).toBeCloseTo(2.5);
});

it('runResponse asks a model by its name', async () => {
  const { assistantResponse } = await runResponse({ model: 'a/reader', prompt: 'Is it?' }).result;
  expect(assistantResponse).toBe('yes');
  expect(asked).toEqual(['a/reader']);
});
