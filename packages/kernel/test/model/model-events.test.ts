import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it } from 'vitest';

import { createRun } from '../../src/index.js';
import {
  callModel,
  type CallModelOptions,
  type ModelLike,
  type ModelRequest,
} from '../../src/model/index.js';
import { recordEvents, scriptedModel } from '../../src/testing/index.js';
import { countingProtocol } from '../helpers.js';

const messages = [
  { role: 'system', content: 'Four' },
  { role: 'user', content: 'letters' },
] as const;

const listen = (): undefined => undefined;

/** The events of one call, without what every event has. */
async function eventsOf(
  model: ModelLike,
  options: CallModelOptions = {},
  purpose: ModelRequest['purpose'] = 'root',
): Promise<readonly object[]> {
  const protocol = countingProtocol(async (_, context) => {
    await callModel(model, { purpose, messages }, context, options);
    return { final: '' };
  });
  const clock = { now: () => 0, sleep: () => new Promise<void>(() => undefined) };
  const events = await recordEvents(createRun(protocol, null, { clock })).finished;
  const ofCalls = ['model-start', 'text-delta', 'model-end'];
  return events
    .filter(({ type }) => ofCalls.includes(type))
    .map((event) =>
      Object.fromEntries(
        Object.entries(event).filter(
          ([key]) => !['runId', 'parentId', 'depth', 'step'].includes(key),
        ),
      ),
    );
}

const start = { type: 'model-start', purpose: 'root', messages: 2, promptChars: 11 };
const end = { type: 'model-end', purpose: 'root', durationMs: 0 };
const delta = (text: string): object => ({ type: 'text-delta', text });

describe('the events of a call of a model', () => {
  it('are its start, each piece of its text, and its end with text and usage', async () => {
    expect(
      await eventsOf(scriptedModel([{ chunks: ['one ', 'two'] }]), { onText: listen }),
    ).toEqual([
      start,
      delta('one '),
      delta('two'),
      {
        ...end,
        text: 'one two',
        usage: { inputTokens: 11, outputTokens: 2, estimated: true },
      },
    ]);
  });

  it('have no pieces unless somebody listens, so that the model is not streamed', async () => {
    const usage = { inputTokens: 3, outputTokens: 4 };
    const model = new MockLanguageModelV3({
      doGenerate: {
        content: [{ type: 'text', text: 'whole' }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: {
          inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 4, text: 4, reasoning: 0 },
        },
        warnings: [],
      },
    });
    expect(await eventsOf(model)).toEqual([start, { ...end, text: 'whole', usage }]);
  });

  it('say what the call is for, and are none for a sub-query', async () => {
    const purposes = ['summary', 'sub'] as const;
    const lists = purposes.map((purpose) =>
      eventsOf(scriptedModel(['text']), { onText: listen }, purpose),
    );
    const [summary, sub] = await Promise.all(lists);
    expect(summary).toMatchObject([
      { ...start, purpose: 'summary' },
      delta('text'),
      { ...end, purpose: 'summary', text: 'text' },
    ]);
    expect(sub).toEqual([]);
  });

  it('give the listener each piece, and heed it when it stops the stream', async () => {
    const heard: string[] = [];
    const model = scriptedModel([{ chunks: ['one', 'two', 'never'] }]);
    const onText = (text: string): 'stop' | undefined => {
      heard.push(text);
      return text === 'two' ? 'stop' : undefined;
    };
    const events = await eventsOf(model, { onText, cutAt: () => 3 });
    expect(heard).toEqual(['one', 'two']);
    expect(events).toMatchObject([
      start,
      delta('one'),
      delta('two'),
      { ...end, text: 'one', wasCut: true },
    ]);
  });

  it('are one pair for a reply that is asked to go on', async () => {
    const model = scriptedModel([
      { text: 'half, ', finishReason: 'length' },
      { text: 'and the rest', finishReason: 'stop' },
    ]);
    expect(await eventsOf(model, { onText: listen, maxContinuations: 1 })).toMatchObject([
      start,
      delta('half, '),
      delta('and the rest'),
      { ...end, text: 'half, and the rest' },
    ]);
  });

  it('mark a reply that is too long', async () => {
    const events = await eventsOf(scriptedModel(['too long']), { maxReplyChars: 3 });
    expect(events).toMatchObject([start, { ...end, text: 'too', isTooLong: true }]);
    expect(events[1]).not.toHaveProperty('wasCut');
  });

  it('end for a model that says nothing, and do not end for a call that fails', async () => {
    expect(await eventsOf(scriptedModel(['', '']))).toEqual([
      start,
      { ...end, text: '', usage: {} },
    ]);
    expect(await eventsOf(scriptedModel([{ raise: 'boom' }]))).toEqual([start]);
  });
});
