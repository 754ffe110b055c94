import { describe, expect, it } from 'vitest';

import type { ModelFunctionRequest, ModelReply, RequestMessage } from '../../src/model/index.js';
import { scriptedModel, type ScriptedReply } from '../../src/testing/index.js';

const request: ModelFunctionRequest = {
  purpose: 'root',
  messages: [],
  abortSignal: new AbortController().signal,
};

/** What a call gives: a stream as its pieces. */
async function answer(
  replies: readonly ScriptedReply[],
  asked: ModelFunctionRequest = request,
): Promise<unknown> {
  const given = scriptedModel(replies)(asked);
  if (typeof given !== 'object' || !(Symbol.asyncIterator in given)) return given;
  const pieces: string[] = [];
  for await (const piece of given) pieces.push(piece);
  return pieces;
}

describe('scriptedModel', () => {
  const reply: ModelReply = { text: 'hi', finishReason: 'length', usage: { inputTokens: 1 } };

  it.each<[string, ScriptedReply, unknown]>([
    ['a text', 'hi', 'hi'],
    ['null', null, ''],
    ['a reply', reply, reply],
    ['chunks', { chunks: ['h', 'i'] }, ['h', 'i']],
    ['a function', ({ purpose }) => `for ${purpose}`, 'for root'],
    ['a function that gives chunks', () => Promise.resolve({ chunks: ['h', 'i'] }), 'hi'],
  ])('answers with %s', async (_, given, expected) => {
    expect(await answer([given])).toEqual(expected);
  });

  it.each<[string, ScriptedReply, object]>([
    ['an error', { raise: new TypeError('boom') }, new TypeError('boom')],
    ['a text', { raise: 'boom' }, new Error('boom')],
    [
      'fields',
      { raise: { status: 503, message: 'busy' } },
      Object.assign(new Error('busy'), { status: 503 }),
    ],
    ['chunks that break off', { chunks: ['a'], raise: 'boom' }, new Error('boom')],
  ])('raises %s', async (_, given, expected) => {
    await expect(answer([given])).rejects.toEqual(expected);
  });

  it.each([
    [429, true],
    [500, true],
    [400, false],
  ])('answers with the status %d, typed', async (status, isRetryable) => {
    await expect(answer([{ status, retryAfterMs: 5 }])).rejects.toMatchObject({
      isRetryable,
      retryAfterMs: 5,
      details: { statusCode: status },
    });
  });

  it.each<[string, ScriptedReply]>([
    ['at once', { hang: true }],
    ['after chunks', { chunks: ['a'], hang: true }],
  ])('hangs %s until it is aborted', async (_, given) => {
    const controller = new AbortController();
    const hanging = answer([given], { ...request, abortSignal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(hanging).rejects.toThrow('enough');
    await expect(answer([given], { ...request, abortSignal: controller.signal })).rejects.toThrow(
      'enough',
    );
  });

  it('keeps every request', async () => {
    const model = scriptedModel(['one', 'two']);
    await model({ ...request, purpose: 'sub' });
    await model(request);
    expect(model.calls.map(({ purpose }) => purpose)).toEqual(['sub', 'root']);
  });

  it('keeps a request as it was, whatever is appended to its messages later', async () => {
    const model = scriptedModel(['one']);
    const messages: RequestMessage[] = [{ role: 'user', content: 'first' }];
    await model({ ...request, messages });
    messages.push({ role: 'user', content: 'second' });
    expect(model.calls[0]?.messages).toEqual([{ role: 'user', content: 'first' }]);
  });

  it.each([
    [undefined, ['one', 'two', expect.stringMatching(/\b2 replies\b.*\bcall 3\b/)]],
    ['repeat', ['one', 'two', 'two', 'two']],
    ['cycle', ['one', 'two', 'one', 'two']],
  ] as const)('goes on with %s when it is used up', async (after, expected) => {
    const model = scriptedModel(['one', 'two'], after === undefined ? {} : { after });
    const ask = (): Promise<unknown> => Promise.resolve(model(request) as Promise<string>);
    const seen = await Promise.allSettled(expected.map(ask));
    const texts = seen.map((one) =>
      one.status === 'fulfilled' ? one.value : (one.reason as Error).message,
    );
    expect(texts).toEqual(expected);
  });
});
