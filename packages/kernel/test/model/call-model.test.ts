import { describe, expect, it } from 'vitest';

import { type RunLimits, createInProcessExecutor, createRun } from '../../src/index.js';
import { nextTurn } from '@rlm/repl-types/internal';
import {
  callModel,
  ModelError,
  type ModelReply,
  type ModelRequest,
} from '../../src/model/index.js';
import { manualClock, scriptedModel, type ScriptedReply } from '../../src/testing/index.js';
import { countingProtocol } from '../helpers.js';
import { runWith } from './run-with.js';

const request: ModelRequest = {
  purpose: 'root',
  messages: [{ role: 'user', content: 'Hi there' }],
};
const used = (inputTokens: number, outputTokens: number, costUsd?: number): ModelReply => ({
  text: 'ok',
  usage: { inputTokens, outputTokens, ...(costUsd === undefined ? {} : { costUsd }) },
});

describe('callModel with a plain function', () => {
  it.each<[string, Parameters<typeof callModel>[0], Partial<ModelReply>]>([
    ['a text', () => 'hello', { text: 'hello' }],
    ['the promise of a text', () => Promise.resolve('hello'), { text: 'hello' }],
    [
      'a reply',
      () => ({ text: 'hello', finishReason: 'length' }),
      { text: 'hello', finishReason: 'length' },
    ],
    [
      'a stream',
      async function* () {
        await nextTurn();
        yield 'hel';
        yield 'lo';
      },
      { text: 'hello' },
    ],
    [
      'a call of a tool alone',
      () => ({ text: '', toolCalls: [{ id: '1', name: 'a', arguments: '{}' }] }),
      { text: '', toolCalls: [{ id: '1', name: 'a', arguments: '{}' }] },
    ],
  ])('takes %s', async (_, model, expected) => {
    const { value } = await runWith((context) => callModel(model, request, context));
    expect(value).toMatchObject(expected);
  });

  it('estimates the usage that nobody reports', async () => {
    const { outcome } = await runWith((context) =>
      callModel(() => 'x'.repeat(40), request, context),
    );
    expect(outcome.usage.total).toMatchObject({
      inputTokens: 6,
      outputTokens: 10,
      calls: 1,
      subQueries: 0,
    });
  });

  it('books what is reported, with prices', async () => {
    const prices = { inputPerMillion: 2, outputPerMillion: 10 };
    const { outcome } = await runWith((context) =>
      callModel(() => used(1_000_000, 100_000), { ...request, purpose: 'sub' }, context, {
        prices,
      }),
    );
    expect(outcome.usage.total).toEqual({
      inputTokens: 1_000_000,
      outputTokens: 100_000,
      costUsd: 3,
      calls: 1,
      subQueries: 1,
    });
  });

  it('lets reported cost win over prices', async () => {
    const prices = { inputPerMillion: 2, outputPerMillion: 10 };
    const { outcome } = await runWith((context) =>
      callModel(() => used(10, 10, 0.25), request, context, { prices }),
    );
    expect(outcome.usage.total.costUsd).toBe(0.25);
  });

  it('passes the abort signal, and is left at once when it does not heed it', async () => {
    const deaf = new Promise<string>(() => undefined);
    const signals: (AbortSignal | undefined)[] = [];
    const model = ({ abortSignal }: ModelRequest): Promise<string> => {
      signals.push(abortSignal);
      return deaf;
    };
    const protocol = countingProtocol(async (_, context) => ({
      final: (await callModel(model, request, context)).text,
    }));
    const run = createRun(protocol, null);
    await nextTurn();
    run.abort('enough');
    expect(await run.result).toMatchObject({
      status: 'aborted',
      usage: { total: { calls: 1, inputTokens: 6 } },
    });
    expect(signals[0]?.aborted).toBe(true);
  });
});

describe('callModel listened to', () => {
  it('gives a reply that does not come in pieces at once', async () => {
    const heard: string[] = [];
    await runWith((context) =>
      callModel(() => 'whole', request, context, { onText: (delta) => void heard.push(delta) }),
    );
    expect(heard).toEqual(['whole']);
  });

  it('stops the stream when it is told to, and lets the function clean up', async () => {
    let cleaned = false;
    const model = async function* (): AsyncGenerator<string> {
      try {
        for (let index = 0; ; index += 1) {
          await Promise.resolve();
          yield `${index},`;
        }
      } finally {
        cleaned = true;
      }
    };
    let text = '';
    const onText = (delta: string) => ((text += delta).length > 5 ? 'stop' : undefined);
    const { value } = await runWith((context) => callModel(model, request, context, { onText }));
    expect(value?.text).toBe('0,1,2,');
    expect(cleaned).toBe(true);
  });

  it('is told that what it heard is void when another attempt is made', async () => {
    const clock = manualClock();
    const heard: string[] = [];
    const broken = new ModelError('lost', { isRetryable: true });
    const model = scriptedModel([{ chunks: ['on', 'e'], raise: broken }, { chunks: ['t', 'wo'] }]);
    const work = runWith(
      (context) =>
        callModel(model, request, context, {
          onText: (delta) => void heard.push(delta),
          onReset: () => heard.splice(0),
        }),
      { clock },
    );
    await clock.advance(1000);
    expect((await work).value?.text).toBe('two');
    expect(heard).toEqual(['t', 'wo']);
  });
});

describe('callModel at a length limit', () => {
  const cut = (text: string): ScriptedReply => ({
    text,
    finishReason: 'length',
    usage: { inputTokens: 5, outputTokens: 5 },
  });

  it('reports it', async () => {
    const { value } = await runWith((context) =>
      callModel(scriptedModel([cut('one ')]), request, context),
    );
    expect(value).toMatchObject({ text: 'one ', finishReason: 'length' });
  });

  it('goes on when it may', async () => {
    const model = scriptedModel([
      cut('one '),
      cut('two '),
      { text: 'three', finishReason: 'stop', usage: { inputTokens: 5, outputTokens: 1 } },
    ]);
    const { value } = await runWith((context) =>
      callModel(model, request, context, { maxContinuations: 5 }),
    );
    expect(value).toMatchObject({
      text: 'one two three',
      finishReason: 'stop',
      usage: { inputTokens: 15, outputTokens: 11 },
    });
    expect(model.calls[2]?.messages.slice(1)).toMatchObject([
      { role: 'assistant', content: 'one two ' },
      { role: 'user', content: expect.stringContaining('Continue') as string },
    ]);
  });

  it('goes on no more often than it may', async () => {
    const model = scriptedModel([cut('a'), cut('b'), cut('c')]);
    const { value } = await runWith((context) =>
      callModel(model, request, context, { maxContinuations: 2 }),
    );
    expect(value).toMatchObject({ text: 'abc', finishReason: 'length' });
  });
});

describe('callModel and faults', () => {
  const withClock = async (replies: readonly ScriptedReply[], attempts = 3) => {
    const clock = manualClock();
    const model = scriptedModel(replies);
    const executor = createInProcessExecutor({ clock, attempts, random: () => 1 });
    const work = runWith((context) => callModel(model, request, context), { clock, executor });
    await clock.advance(120_000);
    return { ...(await work), calls: model.calls.length };
  };

  it.each<[string, readonly ScriptedReply[], number, object]>([
    ['tries again after 429', [{ status: 429 }, 'ok'], 2, { value: { text: 'ok' } }],
    [
      'tries again after 5xx',
      [{ status: 500 }, { status: 503 }, 'ok'],
      3,
      { value: { text: 'ok' } },
    ],
    [
      'gives up after its attempts',
      [{ status: 503 }, { status: 503 }, { status: 503 }, 'late'],
      3,
      { error: { code: 'provider_recoverable_error', details: { statusCode: 503 } } },
    ],
    [
      'does not try again after 400',
      [{ status: 400 }, 'late'],
      1,
      { error: { code: 'provider_error' } },
    ],
    [
      'does not try again after an error of another kind',
      [{ raise: 'boom' }, 'late'],
      1,
      { error: { message: 'boom' } },
    ],
    [
      'waits as long as it is told',
      [{ status: 429, retryAfterMs: 50_000 }, 'ok'],
      2,
      { value: { text: 'ok' }, outcome: { durationMs: 50_000 } },
    ],
    [
      'does not wait longer than it may',
      [{ status: 429, retryAfterMs: 90_000 }, 'late'],
      1,
      { error: { retryAfterMs: 90_000 } },
    ],
  ])('%s', async (_, replies, calls, expected) => {
    const seen = await withClock(replies);
    expect(seen).toMatchObject(expected);
    expect(seen.calls).toBe(calls);
    expect(seen.outcome.usage.total.calls).toBe(calls);
  });

  it.each<[string, object, string, object]>([
    [
      'an error of the AI SDK',
      { statusCode: 429, isRetryable: true, responseHeaders: { 'retry-after': '2' } },
      'HTTP 429: fault',
      { isRetryable: true, retryAfterMs: 2000 },
    ],
    [
      'one that counts in milliseconds',
      { statusCode: 429, responseHeaders: { 'retry-after-ms': '150' } },
      'HTTP 429: fault',
      { isRetryable: true, retryAfterMs: 150 },
    ],
    [
      'a refusal',
      { statusCode: 401, isRetryable: false },
      'HTTP 401: fault',
      { isRetryable: false, code: 'provider_error' },
    ],
    [
      'a lost connection',
      { cause: { code: 'ECONNRESET' } },
      'fault',
      { isRetryable: true, code: 'provider_recoverable_error' },
    ],
    [
      'a status of fetch',
      { status: 502 },
      'HTTP 502: fault',
      { isRetryable: true, details: { statusCode: 502 } },
    ],
  ])('types %s', async (_, fields, message, expected) => {
    const fault = Object.assign(new Error('fault'), fields);
    const executor = createInProcessExecutor({ attempts: 1 });
    const { error } = await runWith(
      (context) => callModel(() => Promise.reject(fault), request, context),
      { executor },
    );
    expect(error).toMatchObject({ message, cause: fault, ...expected });
    expect(error).toBeInstanceOf(ModelError);
  });
});

describe('the status in the message of a fault', () => {
  it.each([
    ['no model qwen4040', 'HTTP 404: no model qwen4040'],
    ['404 page not found', '404 page not found'],
  ])('stands there once: %s', async (words, message) => {
    const fault = Object.assign(new Error(words), { statusCode: 404 });
    const { error } = await runWith((context) =>
      callModel(() => Promise.reject(fault), request, context),
    );
    expect(error).toMatchObject({ message });
  });
});

describe('callModel and a budget', () => {
  const within = (limits: RunLimits, replies: readonly ScriptedReply[], calls = 10) => {
    const model = scriptedModel(replies, { after: 'repeat' });
    return runWith(
      async (context) => {
        for (let call = 0; call < calls; call += 1) {
          await callModel(model, request, context, { prices: 'reported' });
        }
      },
      { limits },
    ).then((result) => ({ ...result, model }));
  };

  it.each<[string, RunLimits, ScriptedReply, object, number]>([
    ['tokens', { maxTokens: 100 }, used(20, 10), { limit: 'max_tokens' }, 3],
    ['cost', { maxCostUsd: 1 }, used(1, 1, 0.4), { limit: 'max_cost' }, 2],
    ['calls', { maxCalls: 4 }, used(1, 1), { limit: 'max_calls' }, 4],
  ])('stops before %s run out', async (_, limits, reply, error, calls) => {
    const seen = await within(limits, [reply]);
    expect(seen.error).toMatchObject({ code: 'budget_exceeded', ...error });
    expect(seen.model.calls).toHaveLength(calls);
  });

  it('bounds the reply by what is left', async () => {
    const { model } = await within({ maxTokens: 100 }, ['ok'], 1);
    expect(model.calls[0]?.maxOutputTokens).toBe(94);
  });

  it('does not bound the reply where nothing bounds the run', async () => {
    const { model } = await within({ maxCalls: 100 }, ['ok'], 1);
    expect(model.calls[0]).not.toHaveProperty('maxOutputTokens');
  });

  it('says so when a call went beyond what was set aside for it', async () => {
    const { outcome } = await within({ maxTokens: 100 }, [used(200, 100)], 1);
    expect(outcome.diagnostics).toMatchObject([{ code: 'budget_overrun' }]);
  });

  it('leaves room for calls under way: parallel ones never spend more together', async () => {
    const model = scriptedModel([used(6, 16)], { after: 'repeat' });
    const { value, outcome } = await runWith(
      (context) =>
        Promise.allSettled(
          Array.from({ length: 50 }, () =>
            callModel(model, { ...request, maxOutputTokens: 16 }, context),
          ),
        ),
      { limits: { maxTokens: 400 } },
    );
    expect(value?.filter(({ status }) => status === 'fulfilled')).toHaveLength(18);
    expect(outcome.usage.total.inputTokens + outcome.usage.total.outputTokens).toBe(18 * 22);
  });
});
