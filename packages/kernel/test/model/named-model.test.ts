import { MockLanguageModelV3 } from 'ai/test';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { callModel, type ModelRequest } from '../../src/model/index.js';
import { runWith } from './run-with.js';

const request: ModelRequest = {
  purpose: 'root',
  messages: [{ role: 'user', content: 'Hello' }],
};
const global = globalThis as { AI_SDK_DEFAULT_PROVIDER?: unknown };

const ask = (name: string) => runWith((context) => callModel(name, request, context));

afterEach(() => {
  delete global.AI_SDK_DEFAULT_PROVIDER;
  vi.unstubAllEnvs();
  vi.doUnmock('@ai-sdk/gateway');
});

describe('a model that is given by its name', () => {
  it('is asked of the default provider of the AI SDK', async () => {
    const asked: string[] = [];
    global.AI_SDK_DEFAULT_PROVIDER = {
      languageModel(name: string) {
        asked.push(name);
        return new MockLanguageModelV3({
          doGenerate: {
            content: [{ type: 'text', text: 'Hi.' }],
            finishReason: { unified: 'stop', raw: undefined },
            usage: {
              inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
              outputTokens: { total: 1, text: 1, reasoning: 0 },
            },
            warnings: [],
          },
        });
      },
    };
    const { value } = await ask('openai/gpt-5-mini');
    expect(value).toMatchObject({ text: 'Hi.' });
    expect(asked).toEqual(['openai/gpt-5-mini']);
  });

  it('is asked of the gateway if there is no default provider', async () => {
    vi.stubEnv('AI_GATEWAY_API_KEY', '');
    vi.stubEnv('VERCEL_OIDC_TOKEN', '');
    const { error } = await ask('openai/gpt-5-mini');
    expect(error).toMatchObject({ message: expect.stringContaining('AI_GATEWAY_API_KEY') });
  });

  it('says what to install if there is neither', async () => {
    vi.doMock('@ai-sdk/gateway', () => {
      throw new Error("Cannot find package '@ai-sdk/gateway'");
    });
    const { error } = await ask('openai/gpt-5-mini');
    expect(error).toMatchObject({ code: 'missing_dependency' });
    expect((error as Error).message).toMatch(/"openai\/gpt-5-mini".*npm install @ai-sdk\/gateway/);
  });
});
