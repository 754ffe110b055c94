import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it } from 'vitest';

import { createInProcessExecutor, type RunContext } from '../../src/index.js';
import {
  callModel,
  type ModelFunction,
  type ModelReply,
  type ModelRequest,
  type CallModelOptions,
} from '../../src/model/index.js';
import { runWith } from './run-with.js';

const request: ModelRequest = {
  purpose: 'root',
  messages: [{ role: 'user', content: 'Hi there' }],
};
const usage = {
  inputTokens: { total: 12, noCache: 12, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 7, text: 7, reasoning: 0 },
};
const tooLong = [{ code: 'reply_too_long' }];

/** A model that never stops by itself; `counts` tells what became of it. */
function endless(piece: string) {
  const counts = { pieces: 0, isEnded: false };
  const model: ModelFunction = async function* () {
    try {
      for (;;) {
        await Promise.resolve();
        counts.pieces += 1;
        yield piece;
      }
    } finally {
      counts.isEnded = true;
    }
  };
  return { model, counts };
}

/** The same as a model of the AI SDK. */
function endlessStream(part: object) {
  const counts = { pieces: 0, isCancelled: false };
  const stream = (): ReadableStream<never> =>
    new ReadableStream({
      pull(controller) {
        counts.pieces += 1;
        controller.enqueue(part as never);
      },
      cancel() {
        counts.isCancelled = true;
      },
    });
  const model = new MockLanguageModelV3({
    doStream: () => Promise.resolve({ stream: stream() }),
  });
  return { model, counts };
}

async function ask(
  model: Parameters<typeof callModel>[0],
  options: CallModelOptions,
  run: Parameters<typeof runWith>[1] = {},
) {
  const work = (context: RunContext): Promise<ModelReply> =>
    callModel(model, request, context, options);
  const { value, outcome, error } = await runWith(work, run);
  return { reply: value, outcome, error };
}

describe('a reply that is longer than maxReplyChars', () => {
  it('of a stream that nobody listens to: the stream is ended there', async () => {
    const { model, counts } = endless('x'.repeat(30));
    const { reply, outcome } = await ask(model, { maxReplyChars: 100 });
    expect(reply).toMatchObject({ text: 'x'.repeat(100), finishReason: 'length', isTooLong: true });
    expect(counts).toEqual({ pieces: 4, isEnded: true });
    expect(outcome.diagnostics).toMatchObject(tooLong);
    expect(outcome.diagnostics[0]?.message).toContain('maxReplyChars (100 characters)');
  });

  it('of a stream that somebody listens to: he hears no more than that', async () => {
    const { model, counts } = endless('x'.repeat(30));
    const heard: string[] = [];
    const onText = (delta: string): undefined => void heard.push(delta);
    const { reply } = await ask(model, { maxReplyChars: 100, onText });
    expect(heard.map(({ length }) => length)).toEqual([30, 30, 30, 10]);
    expect(reply?.text).toBe(heard.join(''));
    expect(counts.isEnded).toBe(true);
  });

  it('of a model of the AI SDK: its stream is cancelled', async () => {
    const part = { type: 'text-delta', id: 't', delta: 'x'.repeat(30) };
    const { model, counts } = endlessStream(part);
    const { reply } = await ask(model, { maxReplyChars: 100, onText: () => undefined });
    expect(reply).toMatchObject({ text: 'x'.repeat(100), finishReason: 'length', isTooLong: true });
    expect(counts.isCancelled).toBe(true);
    expect(counts.pieces).toBeLessThan(8);
  });

  it('of arguments of a native call that never end: its stream is cancelled too', async () => {
    const part = { type: 'tool-input-delta', id: 't', delta: 'x'.repeat(30) };
    const { model, counts } = endlessStream(part);
    const { reply, outcome } = await ask(model, { maxReplyChars: 100, onText: () => undefined });
    expect(counts.isCancelled).toBe(true);
    expect(reply).toMatchObject({ text: '', isTooLong: true });
    expect(outcome.usage.total.calls).toBe(1);
  });

  it('of a model that does not stream: it is cut, and counts whole', async () => {
    const { reply, outcome } = await ask(() => 'x'.repeat(1_000), { maxReplyChars: 100 });
    expect(reply).toMatchObject({ text: 'x'.repeat(100), isTooLong: true });
    expect(outcome.usage.total).toMatchObject({ outputTokens: 250, calls: 1 });
    const doGenerate = () =>
      Promise.resolve({
        content: [{ type: 'text', text: 'y'.repeat(1_000) }],
        finishReason: { unified: 'stop', raw: undefined },
        usage,
        warnings: [],
      });
    const generated = await ask(new MockLanguageModelV3({ doGenerate } as never), {
      maxReplyChars: 100,
    });
    expect(generated.reply).toMatchObject({ text: 'y'.repeat(100), finishReason: 'length' });
    expect(generated.outcome.usage.total).toMatchObject({ inputTokens: 12, outputTokens: 7 });
  });

  it('loses the native calls that are beyond, and those alone', async () => {
    const call = (id: string, length: number) => ({ id, name: 'a', arguments: 'z'.repeat(length) });
    const whole = { text: 'x'.repeat(20), toolCalls: [call('1', 60), call('2', 60)] };
    const { reply } = await ask(() => whole, { maxReplyChars: 100 });
    expect(reply).toMatchObject({ text: whole.text, toolCalls: [{ id: '1' }], isTooLong: true });
    expect(reply?.toolCalls).toHaveLength(1);
  });

  it('is booked as all that was reserved, if its stream was stopped before the model said what it used', async () => {
    const { model } = endless('x'.repeat(30));
    const { outcome } = await ask(model, { maxReplyChars: 100 }, { limits: { maxTokens: 20_000 } });
    expect(outcome.usage.total).toMatchObject({ outputTokens: 8_192, calls: 1 });
  });

  it('is booked by what it would cost at least, where the model was to report its cost', async () => {
    const { model } = endless('x'.repeat(30));
    const options = { maxReplyChars: 100, prices: 'reported' } as const;
    const { reply, error } = await ask(model, options, { limits: { maxCostUsd: 1 } });
    expect(error).toBeUndefined();
    expect(reply?.isTooLong).toBe(true);
  });

  it('is not asked to go on; one that was cut off before is, to that length in all', async () => {
    const cut = (): ModelReply => ({ text: 'x'.repeat(60), finishReason: 'length' });
    const { reply, outcome } = await ask(cut, { maxReplyChars: 100, maxContinuations: 5 });
    expect(reply).toMatchObject({ text: 'x'.repeat(100), isTooLong: true });
    expect(outcome.usage.total.calls).toBe(2);
  });

  it('ends with no half of a pair', async () => {
    const { reply } = await ask(() => '😀'.repeat(100), { maxReplyChars: 101 });
    expect(reply?.text).toBe('😀'.repeat(50));
  });

  it('is cut, too, if an executor returns it without an attempt', async () => {
    const executor = {
      ...createInProcessExecutor(),
      execute: () => Promise.resolve({ text: 'x'.repeat(1_000) } as never),
    };
    const { reply, outcome } = await ask(
      () => '',
      { maxReplyChars: 100, role: 'root@0' },
      { executor },
    );
    expect(reply).toMatchObject({ text: 'x'.repeat(100), isTooLong: true });
    expect(outcome.usage.total.outputTokens).toBe(250);
  });
});

describe('maxReplyChars', () => {
  it('is a million by default, and a reply of that length is whole', async () => {
    const text = 'x'.repeat(1_000_000);
    expect((await ask(() => text, {})).reply).not.toHaveProperty('isTooLong');
    expect((await ask(() => `${text}y`, {})).reply).toMatchObject({ text, isTooLong: true });
  });

  it.each([0, -1, 1.5, Number.NaN, '5'])('is refused as %s', async (maxReplyChars) => {
    const { error } = await ask(() => 'ok', { maxReplyChars } as CallModelOptions);
    expect(error).toMatchObject({ code: 'invalid_option' });
    expect((error as Error).message).toContain('maxReplyChars');
  });
});
