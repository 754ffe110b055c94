import { generateText, streamText, type LanguageModel } from 'ai';
import {
  generateText as generateTextOf7,
  streamText as streamTextOf7,
  type LanguageModel as LanguageModelOf7,
} from 'ai-7';
import { eventually } from '@rlm/config/eventually';
import { describe, expect, expectTypeOf, it } from 'vitest';

import { asLanguageModel, createRlm } from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';

describe('asLanguageModel', () => {
  const sandbox = watchedBackend();

  it('stands where the AI SDK expects a model', async () => {
    const model = asLanguageModel({
      model: () => cell('FINAL(context.length)'),
      sandbox,
      context: 'abc',
    });
    const { text, finishReason, usage } = await generateText({
      model: model,
      prompt: 'How long?',
    });
    expect(text).toBe('3');
    expect(finishReason).toBe('stop');
    expect(usage.inputTokens).toBeTypeOf('number');
  });

  it('streams', async () => {
    const model = asLanguageModel({ model: () => 'FINAL(streamed)', sandbox });
    const { textStream } = streamText({ model: model, prompt: 'q' });
    const pieces: string[] = [];
    for await (const piece of textStream) pieces.push(piece);
    expect(pieces.join('')).toBe('streamed');
  });

  it('takes the conversation as context where there is none', async () => {
    const model = asLanguageModel({ model: () => cell('FINAL(context)'), sandbox });
    const { text } = await generateText({
      model: model,
      messages: [
        { role: 'user', content: 'My name is Ada.' },
        { role: 'assistant', content: 'Hello Ada.' },
        { role: 'user', content: 'Who am I?' },
      ],
    });
    expect(text).toBe('user: My name is Ada.\n\nassistant: Hello Ada.');
  });

  it('asks a lasting RLM', async () => {
    const rlm = createRlm({ model: () => cell('FINAL(context)'), sandbox, context: 'kept' });
    const { text } = await generateText({ model: asLanguageModel(rlm), prompt: 'q' });
    expect(text).toBe('kept');
    await rlm.close();
  });

  it('fits ai 7 as well, without a cast', async () => {
    const model = asLanguageModel({ model: () => 'FINAL(seven)', sandbox });
    expectTypeOf(model).toExtend<LanguageModel>();
    expectTypeOf(model).toExtend<LanguageModelOf7>();
    expect((await generateTextOf7({ model, prompt: 'q' })).text).toBe('seven');
    const pieces: string[] = [];
    for await (const piece of streamTextOf7({ model, prompt: 'q' }).textStream) pieces.push(piece);
    expect(pieces.join('')).toBe('seven');
  });

  it('speaks the provider specification V4 if asked to', async () => {
    const options = { specificationVersion: 'v4' } as const;
    const model = asLanguageModel({ model: () => 'FINAL(four)', sandbox }, options);
    expectTypeOf(model).toExtend<
      Extract<LanguageModelOf7, { readonly specificationVersion: 'v4' }>
    >();
    expect(model.specificationVersion).toBe('v4');
    expect((await generateTextOf7({ model, prompt: 'q' })).text).toBe('four');
    const pieces: string[] = [];
    for await (const piece of streamTextOf7({ model, prompt: 'q' }).textStream) pieces.push(piece);
    expect(pieces.join('')).toBe('four');
  });

  it('counts the input tokens that came from a cache', async () => {
    const usage = { inputTokens: 100, cachedInputTokens: 60, outputTokens: 5 };
    const cached = asLanguageModel({ model: () => ({ text: 'FINAL(1)', usage }), sandbox });
    expect((await generateText({ model: cached, prompt: 'q' })).usage).toMatchObject({
      inputTokens: 100,
      inputTokenDetails: { noCacheTokens: 40, cacheReadTokens: 60 },
    });
    const plain = asLanguageModel({ model: () => 'FINAL(1)', sandbox });
    const { inputTokenDetails } = (await generateText({ model: plain, prompt: 'q' })).usage;
    expect(inputTokenDetails.cacheReadTokens).toBe(undefined);
  });

  it('warns of what a call asks for and an RLM cannot do', async () => {
    const model = asLanguageModel({ model: () => 'FINAL(1)', sandbox });
    const call = { model, prompt: 'q', temperature: 0.2, maxOutputTokens: 50, seed: 1 };
    const { warnings } = await generateText(call);
    const places = {
      maxOutputTokens: 'limits.maxOutputTokens',
      temperature: 'settings.root.temperature',
      seed: 'settings.root.seed',
    };
    expect(warnings).toEqual(
      Object.entries(places).map(([feature, place]) => ({
        type: 'unsupported',
        feature,
        details: `Give the RLM ${place}.`,
      })),
    );
    const streamed = streamText(call);
    await streamed.consumeStream();
    expect(await streamed.warnings).toHaveLength(3);
    expect((await generateText({ model, prompt: 'q' })).warnings).toEqual([]);
  });

  it('warns of tools and files, which it does not pass on', async () => {
    const model = asLanguageModel({ model: () => 'FINAL(1)', sandbox });
    const content = [
      { type: 'text', text: 'q' },
      { type: 'file', mediaType: 'image/png', data: 'AA==' },
    ];
    const call = {
      prompt: [{ role: 'user', content }],
      tools: [{ type: 'function', name: 'look', inputSchema: {} }],
      responseFormat: { type: 'json' },
    };
    const { warnings } = await model.doGenerate(call);
    expect(warnings.map(({ feature }) => feature)).toEqual(['tools', 'responseFormat', 'files']);
  });

  it('aborts the run of a stream that is cancelled', async () => {
    let calls = 0;
    let cancel = (): void => undefined;
    const cancelled = new Promise<void>((resolve) => (cancel = resolve));
    const signals: (AbortSignal | undefined)[] = [];
    const model = asLanguageModel({
      async model({ abortSignal }) {
        calls += 1;
        signals.push(abortSignal);
        cancel();
        if (calls > 1) return 'FINAL(late)';
        await new Promise((resolve) => {
          abortSignal.addEventListener('abort', resolve);
        });
        return cell('x = 1');
      },
      sandbox,
    });
    const { stream } = await model.doStream({ prompt: [{ role: 'user', content: 'q' }] });
    const reader = stream.getReader();
    expect(await reader.read()).toMatchObject({ value: { type: 'stream-start' } });
    await cancelled;
    await reader.cancel('enough');
    expect(signals[0]?.aborted).toBe(true);
    await eventually(() => {
      expect(sandbox.openSessions).toBe(0);
    });
    expect(calls).toBe(1);
  });

  it('rejects where there is no answer', async () => {
    const model = asLanguageModel({ model: () => 'Hm.', sandbox, wrapUp: false });
    const call = { prompt: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }] };
    await expect(model.doGenerate(call)).rejects.toMatchObject({ code: 'no_answer' });
  });
});
