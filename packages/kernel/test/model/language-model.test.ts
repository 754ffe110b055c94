import { simulateReadableStream } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it } from 'vitest';

import {
  callModel,
  type LanguageModelLike,
  type ModelLike,
  type ModelRequest,
} from '../../src/model/index.js';
import { runWith } from './run-with.js';

const request: ModelRequest = {
  purpose: 'root',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi' },
    {
      role: 'assistant',
      content: 'Looking.',
      toolCalls: [
        { id: 'c1', name: 'look', arguments: '{"at":"x"}' },
        { id: 'c2', name: 'look', arguments: { at: 'y' } },
      ],
    },
    { role: 'tool', callId: 'c1', name: 'look', content: 'seen x' },
    { role: 'tool', callId: 'c2', name: 'look', content: 'seen y' },
  ],
  tools: [{ name: 'look', description: 'Looks', inputSchema: { type: 'object' } }],
  maxOutputTokens: 77,
};

const usageV3 = {
  inputTokens: { total: 12, noCache: 10, cacheRead: 2, cacheWrite: undefined },
  outputTokens: { total: 7, text: 5, reasoning: 2 },
};
const stopV3 = { unified: 'stop', raw: 'end' } as const;
const usageV2 = { inputTokens: 12, cachedInputTokens: 2, outputTokens: 7, totalTokens: 19 };

/** Stream parts as the versions have them in common, and how they finish. */
const partsWith = (finish: object) => [
  { type: 'stream-start', warnings: [] },
  { type: 'reasoning-start', id: 'r' },
  { type: 'reasoning-delta', id: 'r', delta: 'thinking' },
  { type: 'reasoning-end', id: 'r' },
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: 'Hel' },
  { type: 'text-delta', id: 't', delta: '' },
  { type: 'text-delta', id: 't', delta: 'lo' },
  { type: 'text-end', id: 't' },
  { type: 'tool-call', toolCallId: 'c3', toolName: 'look', input: '{"at":"z"}' },
  { type: 'tool-call', toolCallId: 'c4', toolName: 'search', input: '{}', providerExecuted: true },
  { type: 'finish', ...finish },
];

const content = [
  { type: 'reasoning', text: 'thinking' },
  { type: 'text', text: 'Hel' },
  { type: 'source', sourceType: 'url', id: 's', url: 'about:blank' },
  { type: 'text', text: 'lo' },
  { type: 'tool-call', toolCallId: 'c3', toolName: 'look', input: '{"at":"z"}' },
];

function handMade(specificationVersion: 'v2' | 'v4', finish: object) {
  const asked: Record<string, unknown>[] = [];
  const model: LanguageModelLike = {
    specificationVersion,
    provider: 'hand',
    modelId: 'made',
    doGenerate: (options: Record<string, unknown>) => {
      asked.push(options);
      return Promise.resolve({ content, warnings: [], ...finish });
    },
    doStream: (options: Record<string, unknown>) => {
      asked.push(options);
      return Promise.resolve({ stream: simulateReadableStream({ chunks: partsWith(finish) }) });
    },
  };
  return { asked, model };
}

function mockV3() {
  const finish = { usage: usageV3, finishReason: stopV3 };
  const model = new MockLanguageModelV3({
    doGenerate: { content, warnings: [], ...finish } as never,
    doStream: { stream: simulateReadableStream({ chunks: partsWith(finish) as never[] }) },
  });
  const asked = (): Record<string, unknown>[] =>
    [...model.doGenerateCalls, ...model.doStreamCalls] as never;
  return { model, asked };
}

const models: [string, () => { model: ModelLike; asked: () => Record<string, unknown>[] }][] = [
  [
    'V2',
    () => {
      const { model, asked } = handMade('v2', { usage: usageV2, finishReason: 'stop' });
      return { model, asked: () => asked };
    },
  ],
  ['V3 (ai@6 mock)', mockV3],
  [
    'V4',
    () => {
      const { model, asked } = handMade('v4', { usage: usageV3, finishReason: stopV3 });
      return { model, asked: () => asked };
    },
  ],
];

const reply = {
  text: 'Hello',
  toolCalls: [{ id: 'c3', name: 'look', arguments: '{"at":"z"}' }],
  usage: { inputTokens: 12, cachedInputTokens: 2, outputTokens: 7 },
  finishReason: 'stop',
};

describe.each(models)('callModel with a model object %s', (_, make) => {
  it('generates', async () => {
    const { model } = make();
    const { value, outcome } = await runWith((context) => callModel(model, request, context));
    expect(value).toEqual(reply);
    expect(outcome.usage.own).toMatchObject({ inputTokens: 12, outputTokens: 7, calls: 1 });
  });

  it('streams', async () => {
    const heard: string[] = [];
    const onText = (delta: string): undefined => void heard.push(delta);
    const { model } = make();
    const { value } = await runWith((context) => callModel(model, request, context, { onText }));
    expect(value).toEqual(reply);
    expect(heard).toEqual(['Hel', 'lo']);
  });

  it('passes settings on as the call options of their names', async () => {
    const { model, asked } = make();
    const settings = {
      temperature: 0,
      topP: 0.9,
      seed: 7,
      stopSequences: ['END'],
      headers: { 'x-team': 'red' },
      providerOptions: { openai: { reasoningEffort: 'low' } },
    };
    await runWith((context) => callModel(model, { ...request, settings }, context));
    expect(asked()[0]).toMatchObject(settings);
  });

  it('stops a stream early', async () => {
    const { model } = make();
    const { value } = await runWith((context) =>
      callModel(model, request, context, { onText: () => 'stop' }),
    );
    expect(value).toMatchObject({ text: 'Hel', finishReason: 'stop' });
  });

  it('is asked in the form of its specification', async () => {
    const { model, asked } = make();
    await runWith((context) => callModel(model, request, context));
    expect(asked()[0]).toMatchObject({
      maxOutputTokens: 77,
      toolChoice: { type: 'auto' },
      tools: [
        { type: 'function', name: 'look', description: 'Looks', inputSchema: { type: 'object' } },
      ],
      prompt: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Looking.' },
            { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: { at: 'x' } },
            { type: 'tool-call', toolCallId: 'c2', toolName: 'look', input: { at: 'y' } },
          ],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c1',
              toolName: 'look',
              output: { type: 'text', value: 'seen x' },
            },
            {
              type: 'tool-result',
              toolCallId: 'c2',
              toolName: 'look',
              output: { type: 'text', value: 'seen y' },
            },
          ],
        },
      ],
    });
    expect(asked()[0]?.['abortSignal']).toBeInstanceOf(AbortSignal);
  });
});

describe('callModel with a stream of a model object', () => {
  const streaming = (parts: readonly object[]) =>
    new MockLanguageModelV3({
      doStream: () =>
        Promise.resolve({ stream: simulateReadableStream({ chunks: [...parts] as never[] }) }),
    });
  const text = { type: 'text-delta', id: 't', delta: 'Hel' };
  const once = { attempts: 1 };

  it.each<[string, object[], object]>([
    [
      'breaks off',
      [text],
      {
        code: 'provider_recoverable_error',
        message: expect.stringMatching(/\bconnection\b.*\bstream ended\b/) as string,
      },
    ],
    ['reports an error', [text, { type: 'error', error: new Error('boom') }], { message: 'boom' }],
    [
      'reports a fault of the server',
      [{ type: 'error', error: Object.assign(new Error('busy'), { statusCode: 503 }) }],
      { code: 'provider_recoverable_error', isRetryable: true },
    ],
  ])('that %s rejects', async (_, parts, expected) => {
    const { createInProcessExecutor } = await import('../../src/index.js');
    const { error } = await runWith(
      (context) => callModel(streaming(parts), request, context, { onText: () => undefined }),
      { executor: createInProcessExecutor(once) },
    );
    expect(error).toMatchObject(expected);
  });
});

describe('callModel', () => {
  it.each<[string, unknown, string | RegExp]>([
    [
      'an older specification',
      { specificationVersion: 'v1', doGenerate: () => 1, doStream: () => 1 },
      '"v1"',
    ],
    ['an empty name', ' ', /\bmodel to be .*\bAI SDK\b.*, got " ".*openai\/gpt-5-mini/],
    ['an object without the calls', { specificationVersion: 'v3' }, 'invalid'],
    ['nothing', undefined, 'got undefined'],
    [
      'a provider that is called',
      Object.assign(() => ({}), { specificationVersion: 'v3', languageModel: () => ({}) }),
      /got a provider.*Call it with a model id/,
    ],
    [
      'a provider with models of chats alone',
      Object.assign(() => ({}), { chatModel: () => ({}) }),
      /Call it with a model id/,
    ],
    [
      'a registry of providers',
      { specificationVersion: 'v3', languageModel: () => ({}), imageModel: () => ({}) },
      /got a provider.*languageModel\(\)/,
    ],
  ])('refuses %s', async (_, model, message) => {
    const { error } = await runWith((context) => callModel(model as ModelLike, request, context));
    expect(error).toMatchObject({ code: 'invalid_model' });
    if (message !== 'invalid') expect((error as Error).message).toMatch(message);
  });
});
