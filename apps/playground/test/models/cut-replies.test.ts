import { runResponse, runTask } from '@rlm/penguin-engine';
import type { ModelLike } from '@rlm/runner';
import { afterEach, describe, expect, it } from 'vitest';

import {
  ask,
  chunk,
  done,
  event,
  final,
  says,
  serve,
  whole,
  type Answer,
  type UntidyServer,
} from './untidy-server.js';

let server: UntidyServer | undefined;

/** Sends a whole block, then breaks the connection. */
const reset: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(says(final), () => response.socket?.destroy());
};

afterEach(() => server?.close());

describe('a stream without a finish reason, in runRlm', () => {
  it.each<[string, Answer[], object, number]>([
    ['with a closed block', [says(final)], { answer: 'real' }, 1],
    ['with a closed block, then reset', [reset], { answer: 'real' }, 1],
    [
      'with a closed block, then an error',
      [says(final) + event({ error: { message: 'boom', code: 500 } })],
      { answer: 'real' },
      1,
    ],
    [
      'with a closed block in pieces',
      [says('```repl\nFINAL("re') + says('al")\n```')],
      { answer: 'real' },
      1,
    ],
    ['with its mark', [says('FINAL(4)') + done], { answer: '4' }, 1],
    ['cut in a word', [says('Let me lo'), whole(final)], { answer: 'real' }, 2],
    ['cut in a block', [says('```repl\nFINAL("re'), whole(final)], { answer: 'real' }, 2],
    ['cut before the first byte', ['', whole(final)], { answer: 'real' }, 2],
    [
      'cut within an event',
      [says('FIN') + 'data: {"choices":[{"del', whole(final)],
      { answer: 'real' },
      2,
    ],
    [
      'cut within an event that ends',
      [says('FIN') + 'data: {"choices":[{"del\n\n', whole(final)],
      { answer: 'real' },
      2,
    ],
    ['cut each time, prose', [says('FINAL(4)')], { answer: '4' }, 2],
    [
      'cut each time, nothing',
      [''],
      { answer: null, stop: { code: 'provider_recoverable_error' } },
      2,
    ],
  ])('%s', async (_, answers, expected, requests) => {
    server = await serve(...answers);
    const { model, asked } = server;
    const result = await ask(model);
    expect(result).toMatchObject(expected);
    expect(asked).toHaveLength(requests);
    const isTaken = requests === 1 || answers.length === 1;
    expect(result.diagnostics.some(({ code }) => code === 'finish_reason_missing')).toBe(
      isTaken && result.answer !== null,
    );
    if (result.stop !== null) expect(result.stop.message).toMatch(/connection broke/i);
  });
});

const loop = { tools: [], retry: { attempts: 2, minDelayMs: 0 } };
describe.each([
  ['runTask', (model: ModelLike) => runTask({ ...loop, model, prompt: 'Do' }).result],
  ['runResponse', (model: ModelLike) => runResponse({ ...loop, model, prompt: 'Hi' }).result],
] as const)('a stream without a finish reason, in %s', (name, run) => {
  it.each<[string, string]>([
    ['text', says('The answer is fo')],
    ['a closed block', says(final)],
    [
      'a whole call',
      chunk({
        tool_calls: [
          {
            index: 0,
            id: 'x',
            type: 'function',
            function: { name: 'finish_response', arguments: '{"summary":"ok"}' },
          },
        ],
      }),
    ],
  ])('is never an answer: %s', async (_, answer) => {
    server = await serve(answer);
    const { model, asked } = server;
    const result = await run(model);
    expect(result).toMatchObject({
      status: 'provider_recoverable_error',
      stop: { code: 'provider_recoverable_error' },
    });
    expect(asked).toHaveLength(2);
    if (answer.includes('fo"')) expect(result.stop).toMatchObject({ text: 'The answer is fo' });
  });

  it('is one with its mark', async () => {
    server = await serve(says('The answer is four, as I have said.') + done);
    const { model, asked } = server;
    const result = await run(model);
    expect(result.status).toBe(name === 'runTask' ? 'implicit_completion' : 'completed');
    expect(result.diagnostics.map(({ code }) => code)).toContain('finish_reason_missing');
    expect(result.assistantResponse).toContain('four');
    expect(asked.length).toBeLessThan(5);
  });

  it('is tried again', async () => {
    server = await serve(says('The answer is fo'), whole('The answer is four, as I have said.'));
    const { model, asked } = server;
    const result = await run(model);
    expect(result.assistantResponse).toContain('four');
    expect(asked.length).toBeGreaterThan(1);
  });
});

describe('what a gateway writes', () => {
  it.each<[string, string, RegExp]>([
    ['text', 'upstream request timeout', /^upstream request timeout/],
    ['llama.cpp', 'error: {"code":500,"message":"slot unavailable"}\n\n', /^slot unavailable/],
    ['a page', '<html><body><h1>502 Bad Gateway</h1></body></html>', /^502 Bad Gateway/],
  ])('at the end of a stream, as no event: %s', async (_, text, message) => {
    server = await serve(says('Let me ') + text);
    const { model, asked } = server;
    const { stop } = await ask(model);
    expect(stop).toMatchObject({ code: 'provider_recoverable_error', text: 'Let me ' });
    expect(stop?.message).toMatch(message);
    expect(asked).toHaveLength(2);
  });
});
