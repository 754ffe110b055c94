import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it } from 'vitest';

import {
  callModel,
  type ModelRequest,
  type ModelSettings,
  type RequestMessage,
} from '../../src/model/index.js';
import type { EffectExecutor } from '../../src/index.js';
import { runWith } from './run-with.js';

const system = { role: 'system', content: 'Be brief.' } as const;
const user = (content: string): RequestMessage => ({ role: 'user', content });
const said = (content: string): RequestMessage => ({ role: 'assistant', content });
const ephemeral = { cacheControl: { type: 'ephemeral' } };

interface Asked {
  readonly messages: readonly RequestMessage[];
  readonly model?: { readonly provider: string; readonly modelId: string };
  readonly settings?: ModelSettings;
  readonly promptCache?: ModelRequest['promptCache'];
}

/** The options of each message that a model was sent. */
async function marksOf({ messages, model = {} as never, settings, promptCache = 'auto' }: Asked) {
  const mock = new MockLanguageModelV3({
    ...model,
    doGenerate: {
      content: [{ type: 'text', text: 'ok' }],
      warnings: [],
      usage: {
        inputTokens: { total: 9, noCache: 9, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      finishReason: { unified: 'stop', raw: 'stop' },
    },
  });
  const request = {
    purpose: 'root',
    messages,
    promptCache,
    ...(settings && { settings }),
  } as const;
  const { error } = await runWith((context) => callModel(mock, request, context));
  expect(error).toBeUndefined();
  const [call] = mock.doGenerateCalls;
  return {
    marks: call?.prompt.map(({ providerOptions }) => providerOptions?.['anthropic']),
    bedrock: call?.prompt.map(({ providerOptions }) => providerOptions?.['bedrock']),
    call,
  };
}

describe('promptCache: auto', () => {
  it('marks the system text, the end of the last prompt, and the end of this one', async () => {
    const first = [system, user('q')];
    expect((await marksOf({ messages: first })).marks).toEqual([ephemeral, ephemeral]);
    const second = [...first, said('a'), user('b')];
    const marks = [ephemeral, ephemeral, undefined, ephemeral];
    expect((await marksOf({ messages: second })).marks).toEqual(marks);
    const third = [...second, said('c'), user('d')];
    expect((await marksOf({ messages: third })).marks).toEqual([
      ephemeral,
      undefined,
      undefined,
      ephemeral,
      undefined,
      ephemeral,
    ]);
  });

  it('marks three messages at most, however long the conversation and its system text', async () => {
    const turns = Array.from({ length: 40 }, (_, turn) => [said(`a${turn}`), user(`u${turn}`)]);
    const { marks } = await marksOf({ messages: [system, system, user('q'), ...turns.flat()] });
    expect(marks?.filter((mark) => mark !== undefined)).toHaveLength(3);
    expect(marks?.slice(0, 2)).toEqual([undefined, ephemeral]);
  });

  it('marks the results of tools, which are one message', async () => {
    const called: RequestMessage = {
      role: 'assistant',
      content: '',
      toolCalls: [
        { id: 'c1', name: 'look', arguments: {} },
        { id: 'c2', name: 'look', arguments: {} },
      ],
    };
    const results: RequestMessage[] = ['c1', 'c2'].map((callId) => ({
      role: 'tool',
      callId,
      name: 'look',
      content: 'x',
    }));
    const { marks } = await marksOf({ messages: [user('q'), called, ...results] });
    expect(marks).toEqual([ephemeral, undefined, ephemeral]);
  });

  it.each([
    ['amazon-bedrock', 'us.anthropic.claude-sonnet-4-5', true],
    ['amazon-bedrock', 'amazon.nova-pro-v1:0', true],
    ['amazon-bedrock', 'meta.llama3-70b', false],
    ['openai.responses', 'claude', false],
  ])('marks for Bedrock what has a cache there: %s %s', async (provider, modelId, isMarked) => {
    const model = { provider, modelId };
    const { bedrock } = await marksOf({ messages: [user('q')], model });
    expect(bedrock).toEqual([isMarked ? { cachePoint: { type: 'default' } } : undefined]);
  });

  it.each([
    [{ cacheControl: { type: 'ephemeral', ttl: '1h' } }],
    [{ cache_control: { type: 'ephemeral' } }],
  ])('leaves a provider to the user who set its cache for the call: %j', async (anthropic) => {
    const settings = { providerOptions: { anthropic, openai: { store: false } } };
    const { marks, call } = await marksOf({ messages: [system, user('q')], settings });
    expect(marks).toEqual([undefined, undefined]);
    expect(call?.providerOptions).toEqual(settings.providerOptions);
  });

  it('stays beside other options of the same provider', async () => {
    const settings = { providerOptions: { anthropic: { effort: 'low' } } };
    const { marks, call } = await marksOf({ messages: [system, user('q')], settings });
    expect(marks).toEqual([ephemeral, ephemeral]);
    expect(call?.providerOptions).toEqual(settings.providerOptions);
  });

  it('is off by default: a prompt has no options', async () => {
    const request = { purpose: 'root', messages: [system, user('q')] } as const;
    let asked: unknown;
    const model = new MockLanguageModelV3({
      doGenerate: (options) => {
        asked = options.prompt;
        return Promise.reject(new Error('enough'));
      },
    });
    await runWith((context) => callModel(model, request, context));
    expect(JSON.stringify(asked)).not.toContain('providerOptions');
  });

  it('reaches the model, and does not identify the call', async () => {
    const sent: unknown[] = [];
    const keys: string[] = [];
    const executor: EffectExecutor = {
      keyed: true,
      execute: (effect, abortSignal) => {
        keys.push(effect.key);
        return effect.perform(abortSignal);
      },
    };
    const model = (request: ModelRequest): string => {
      sent.push(request.promptCache);
      return 'ok';
    };
    for (const promptCache of [undefined, 'auto'] as const) {
      const request = { purpose: 'root', messages: [user('q')] } as const;
      const asked = promptCache === undefined ? request : { ...request, promptCache };
      await runWith(async (context) => callModel(model, asked, context, { role: 'root@0' }), {
        executor,
        runId: 'r',
      });
    }
    expect(sent).toEqual([undefined, 'auto']);
    expect(keys).toEqual([expect.stringContaining('/model/'), keys[0]]);
  });
});
