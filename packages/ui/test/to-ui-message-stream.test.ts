import { invalidOption } from '@rlm/config/options-suite';
import { runResponse } from '@rlm/penguin-engine';
import { defineTool, type StopReason } from '@rlm/kernel';
import { scriptedModel } from '@rlm/kernel/testing';
import { readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';
import { describe, expect, expectTypeOf, it } from 'vitest';

import { runRlm } from '@rlm/runner';
import { toResponse, toUIMessageStream, type RunUIChunk, type RunUIData } from '../src/index.js';
import { cell } from '../../runner/test/support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';
import { readAnswer } from './support/read-answer.js';

type Message = UIMessage<unknown, RunUIData>;

const question = (replies: readonly string[] = []) => {
  const left = [...replies];
  return runRlm({
    model: () => left.shift() ?? 'FINAL(late)',
    subModel: () => 'y',
    sandbox: quickjs(),
    query: 'q',
  });
};

const code = 'console.log("seen"); const a = await llm_query("x"); FINAL(a + 1)';

async function messageOf(stream: ReadableStream<RunUIChunk>): Promise<Message | undefined> {
  let last: Message | undefined;
  const chunks = stream as ReadableStream<UIMessageChunk<unknown, RunUIData>>;
  for await (const message of readUIMessageStream<Message>({ stream: chunks })) last = message;
  return last;
}

describe('toUIMessageStream', () => {
  it('has chunks of the AI SDK', () => {
    expectTypeOf<RunUIChunk>().toExtend<UIMessageChunk<unknown, RunUIData>>();
    expect(toUIMessageStream(question())).toBeInstanceOf(ReadableStream);
  });

  it('gives a run as one message: reasoning, code, output, sub-queries, budget, and the answer as text', async () => {
    const first = cell('let z = 1');
    const run = question([first, cell(code)]);
    const message = await messageOf(toUIMessageStream(run));
    expect(message?.id).toBe(run.id);
    const parts = message?.parts ?? [];
    expect(parts.filter(({ type }) => type === 'reasoning')).toMatchObject([
      { text: first },
      { text: cell(code) },
    ]);
    const dataOf = (type: string): unknown =>
      parts.flatMap((part) => (part.type === type && 'data' in part ? [part.data] : []));
    expect(dataOf('data-code')).toEqual([
      { runId: run.id, step: 1, block: 0, code: 'let z = 1', status: 'success' },
      { runId: run.id, step: 2, block: 0, code, status: 'success' },
    ]);
    expect(dataOf('data-output')).toMatchObject([
      { stdout: '', stderr: '', error: null },
      { stdout: 'seen\n', stderr: '', error: null },
    ]);
    expect(dataOf('data-query')).toMatchObject([
      { kind: 'llm_query', prompt: 'x', status: 'answered', response: 'y', origin: 'asked' },
    ]);
    expect(dataOf('data-budget')).toMatchObject([{ tokensLeft: null }]);
    expect(parts.at(-1)).toMatchObject({ type: 'text', text: 'y1', state: 'done' });
  });

  it('says why a run has no answer, and nothing of a fault but its code', async () => {
    const model = (): never => {
      throw new Error('key sk-secret is wrong');
    };
    const run = runRlm({ model, sandbox: quickjs(), query: 'q', retry: { attempts: 1 } });
    const answer = await readAnswer(toResponse(run));
    const { stop } = await run.result;
    expect(JSON.stringify(answer)).not.toContain('sk-secret');
    expect(answer.at(-2)?.chunk).toEqual({
      type: 'error',
      errorText: `The run failed (${stop?.code ?? ''}).`,
    });
  });

  it('gives a run of the agent loop: text as it comes, calls of tools, their results and faults', async () => {
    const tools = [
      defineTool({ name: 'weather', description: 'The weather', execute: () => 'hot' }),
      defineTool({
        name: 'broken',
        description: 'Breaks',
        execute: () => {
          throw new Error('no');
        },
      }),
    ];
    const call = (name: string) => ({ id: name, name, arguments: { input: 'Rome' } });
    const model = scriptedModel([
      { text: 'I look.', toolCalls: [call('weather'), call('broken')] },
      'Hot.',
    ]);
    const run = runResponse({ model, prompt: 'How hot?', tools });
    const message = await messageOf(toUIMessageStream(run));
    expect(message?.parts.filter(({ type }) => type !== 'step-start')).toMatchObject([
      { type: 'text', text: 'I look.' },
      { type: 'dynamic-tool', toolName: 'weather', state: 'output-available', output: 'hot' },
      { type: 'dynamic-tool', toolName: 'broken', state: 'output-error' },
      { type: 'text', text: 'Hot.' },
    ]);
    expect(message?.parts.some(({ type }) => type === 'data-stop')).toBe(false);
  });

  it.each([
    ['as text, if the last reply has no words', '', ['I look.', 'It is hot.']],
    ['not again, if the last reply has words', 'Hot.', ['I look.', 'Hot.']],
  ])('gives the summary of finish_response %s', async (_, text, shown) => {
    const summary = { id: 'f', name: 'finish_response', arguments: { summary: 'It is hot.' } };
    const look = { id: 'w', name: 'weather', arguments: { input: 'Rome' } };
    const model = scriptedModel([
      { text: 'I look.', toolCalls: [look] },
      { text, toolCalls: [summary] },
    ]);
    const tools = [defineTool({ name: 'weather', description: 'x', execute: () => 'hot' })];
    const message = await messageOf(
      toUIMessageStream(runResponse({ model, prompt: 'How hot?', tools })),
    );
    const parts = message?.parts ?? [];
    expect(parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))).toEqual(shown);
  });
});

describe('toResponse', () => {
  it('is server-sent events that useChat reads, each with an id', async () => {
    const run = question([cell(code)]);
    const response = toResponse(run);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
    const answer = await readAnswer(response);
    expect(answer[0]).toMatchObject({ chunk: { type: 'start', messageId: run.id } });
    expect(answer.at(-2)?.chunk).toEqual({ type: 'finish', finishReason: 'stop' });
    expect(answer.at(-1)).toEqual({ id: null, chunk: null });
    const ids = answer.flatMap(({ id }) => (id === null ? [] : [id]));
    expect(ids.every((id) => id.startsWith(`${run.id}:`))).toBe(true);
    expect([new Set(ids).size, ids.at(-1)]).toEqual([ids.length, `${run.id}:end`]);
  });

  it('goes on after any event that a client had, without saying anything twice', async () => {
    const run = question([cell('console.log("first")'), cell(code)]);
    const whole = await readAnswer(toResponse(run));
    const ids = [...new Set(whole.flatMap(({ id }) => (id === null ? [] : [id])))];
    expect(ids.length).toBeGreaterThan(8);
    for (const lastEventId of ids) {
      const rest = await readAnswer(toResponse(run, { lastEventId }));
      const after = whole.findLastIndex(({ id }) => id === lastEventId) + 1;
      expect(rest).toEqual(whole.slice(after));
    }
    const other = await readAnswer(toResponse(run, { lastEventId: 'run_other:5' }));
    expect(other).toEqual(whole);
  });

  it('says in one gap what a client can no longer have', async () => {
    const run = runRlm({
      async *model() {
        for (let piece = 0; piece < 1_500; piece += 1) yield await Promise.resolve(`${piece} `);
        yield 'FINAL(x)';
      },
      sandbox: quickjs(),
      query: 'q',
    });
    const live = readAnswer(toResponse(run));
    await run.result;
    const seen = await live;
    const late = await readAnswer(toResponse(run));
    const gaps = late.filter(({ chunk }) => chunk?.type === 'data-gap');
    expect(gaps).toHaveLength(1);
    expect(late.at(-2)).toEqual(seen.at(-2));
    const lastEventId = seen.find(({ id }) => id !== null)?.id ?? '';
    const back = await readAnswer(toResponse(run, { lastEventId }));
    expect(back.filter(({ chunk }) => chunk?.type === 'data-gap')).toHaveLength(1);
    expect(back.some(({ chunk }) => chunk?.type === 'start')).toBe(false);
  });

  it.each([
    ['abort', 'aborted'],
    ['continue', 'final'],
  ] as const)('with onClose %s, a client that leaves: the run ends as %s', async (onClose, end) => {
    let reply: (text: string) => void = () => undefined;
    const waiting = new Promise<string>((resolve) => (reply = resolve));
    const run = runRlm({ model: () => waiting, sandbox: quickjs(), query: 'q' });
    const reader = toResponse(run, { onClose }).body?.getReader();
    await reader?.read();
    await Promise.race([reader?.cancel(), Promise.resolve()]);
    if (onClose === 'continue') reply('FINAL(done)');
    expect((await run.result).finishReason).toBe(end);
  });

  it.each([
    [{ onClose: 'leave' }, 'onClose', 'got "leave"'],
    [{ lastEventId: 5 }, 'lastEventId', 'got 5'],
    [{ last: 1 }, 'last', 'Unknown option'],
  ])('refuses wrong options: %j', (options, option, fact) => {
    expect(() => toResponse(question(), options as never)).toThrow(invalidOption(option, fact));
    expect(() => toUIMessageStream({} as never)).toThrow(
      invalidOption('run', 'got an empty object'),
    );
  });
});

describe('onError of toResponse', () => {
  const stops: StopReason[] = [];
  const onError = (stop: StopReason): void => void stops.push(stop);
  const broken = (more: object = {}) =>
    runRlm({
      model: () => Promise.reject(new Error('wrong key sk-1')),
      sandbox: quickjs(),
      query: 'q',
      retry: { attempts: 1 },
      ...more,
    });

  it('is called once with the stop of a run that failed, and the client gets the code alone', async () => {
    stops.length = 0;
    const text = await toResponse(broken(), { onError }).text();
    expect(stops).toMatchObject([{ finishReason: 'error' }]);
    expect(stops[0]?.message).toContain('sk-1');
    expect(text).not.toContain('sk-1');
    expect(text).toContain('"type":"error"');
  });

  it('is called for an agent loop, for a response that nobody reads, and beside a result that rejects', async () => {
    stops.length = 0;
    const model = () => Promise.reject(new Error('down'));
    await toResponse(runResponse({ model, prompt: 'q', retry: { attempts: 1 } }), {
      onError,
    }).text();
    const unread = broken();
    toResponse(unread, { onError });
    await unread.result;
    const throwing = broken({ throwOnFailure: true });
    await toResponse(throwing, { onError }).text();
    await new Promise(setImmediate);
    expect(stops).toHaveLength(3);
  });

  it('is not called for an answer, a limit or an abort', async () => {
    stops.length = 0;
    await toResponse(question(['FINAL(1)']), { onError }).text();
    await toResponse(runRlm({ model: () => 'hm', sandbox: quickjs(), query: 'q', maxSteps: 1 }), {
      onError,
    }).text();
    const left = question();
    await toResponse(left, { onError }).body?.cancel();
    await left.result;
    expect(stops).toEqual([]);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('the log is full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('the log is full'))],
    ['gives something else', () => ({ then: 3 })],
  ])('leaves the response whole if it %s', async (_, hook) => {
    const text = await toResponse(broken(), { onError: hook }).text();
    expect(text).toContain('data: [DONE]');
  });

  it('is awaited before the response ends', async () => {
    let isLogged = false;
    const slow = async (): Promise<void> => {
      await new Promise(setImmediate);
      isLogged = true;
    };
    await toResponse(broken(), { onError: slow }).text();
    expect(isLogged).toBe(true);
  });

  it('must be a function', () => {
    expect(() => toResponse(broken(), { onError: 'log' as never })).toThrow(
      invalidOption('onError'),
    );
  });
});
