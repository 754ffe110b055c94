import type { ServerResponse } from 'node:http';

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { runResponse, runTask } from '@rlm/penguin-engine';
import { runRlm, type ModelLike } from '@rlm/runner';
import { quickjs } from '@rlm/sandbox/quickjs';
import { afterEach, describe, expect, it } from 'vitest';

import { startServer, type LoopbackServer } from './loopback-server.js';

/** How a server answers one request: a text is sent as events that are written as they stand. */
type Answer = string | ((response: ServerResponse) => void);

let server: (LoopbackServer & { readonly asked: boolean[] }) | undefined;

afterEach(() => server?.close());

/** Starts a server that gives these answers in turn, the last one again and again. `asked`: whether each request wanted a stream. */
async function serve(...answers: Answer[]) {
  const asked: boolean[] = [];
  const started = await startServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push(Buffer.concat(chunks).includes('"stream":true'));
      const answer = answers[Math.min(asked.length, answers.length) - 1] ?? '';
      if (typeof answer === 'function') {
        answer(response);
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answer);
    });
  });
  server = { ...started, asked };
  const provider = createOpenAICompatible({ name: 'here', baseURL: started.baseUrl });
  return { model: provider('tiny'), asked, url: started.baseUrl };
}

const event = (data: unknown): string =>
  `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
const chunk = (delta: object, finish_reason: string | null = null): string =>
  event({ id: 'a', choices: [{ index: 0, delta, finish_reason }] });
const says = (content: string): string => chunk({ content });
const done = event('[DONE]');
const whole = (content: string): string => says(content) + chunk({}, 'stop') + done;
const block = (code: string): string => `\`\`\`repl\n${code}\n\`\`\``;
const final = block('FINAL("real")');
const body =
  (status: number, text: string, type = 'application/json') =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': type }).end(text);
  };

const quick = { sandbox: quickjs(), query: 'q', context: 'c' };
const ask = (model: ModelLike, attempts = 2) =>
  runRlm({ ...quick, model, maxSteps: 2, retry: { attempts, minDelayMs: 0, maxDelayMs: 0 } })
    .result;

describe('a stream without a finish reason, in runRlm', () => {
  it.each<[string, string[], object, number]>([
    ['with a closed block', [says(final)], { answer: 'real' }, 1],
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
    const { model, asked } = await serve(...answers);
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
    const { model, asked } = await serve(answer);
    const result = await run(model);
    expect(result).toMatchObject({
      status: 'provider_recoverable_error',
      stop: { code: 'provider_recoverable_error' },
    });
    expect(asked).toHaveLength(2);
    if (answer.includes('fo"')) expect(result.stop).toMatchObject({ text: 'The answer is fo' });
  });

  it('is one with its mark', async () => {
    const { model, asked } = await serve(says('The answer is four, as I have said.') + done);
    const result = await run(model);
    expect(result.status).toBe(name === 'runTask' ? 'implicit_completion' : 'completed');
    expect(result.diagnostics.map(({ code }) => code)).toContain('finish_reason_missing');
    expect(result.assistantResponse).toContain('four');
    expect(asked.length).toBeLessThan(5);
  });

  it('is tried again', async () => {
    const { model, asked } = await serve(
      says('The answer is fo'),
      whole('The answer is four, as I have said.'),
    );
    const result = await run(model);
    expect(result.assistantResponse).toContain('four');
    expect(asked.length).toBeGreaterThan(1);
  });
});

describe('an error that a server sends', () => {
  const again = true;
  it.each<[string, unknown, RegExp, boolean]>([
    [
      'object',
      { error: { message: 'The model is overloaded', code: 503 } },
      /The model is overloaded/,
      again,
    ],
    [
      'text code',
      { error: { message: 'Overloaded', type: 'overloaded_error' } },
      /Overloaded/,
      again,
    ],
    ['text number', { error: { message: 'Slow down', code: '429' } }, /Slow down/, again],
    ['400', { error: { message: 'max_tokens is odd', code: 400 } }, /max_tokens is odd/, false],
    ['text', { error: 'the engine is overloaded' }, /the engine is overloaded/, again],
    ['nested', { error: { error: { message: 'Deep down', code: 502 } } }, /Deep down/, again],
    [
      'nested type',
      { type: 'error', error: { type: 'rate_limit_exceeded', message: 'Too fast' } },
      /Too fast/,
      again,
    ],
    [
      'list',
      [{ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }],
      /model is overloaded/,
      again,
    ],
    ['quota', { error: { message: 'No money', code: 'insufficient_quota' } }, /No money/, false],
    [
      'invalid',
      { error: { message: 'Odd temperature', type: 'invalid_request_error', code: null } },
      /Odd temperature/,
      false,
    ],
    [
      'server_error',
      { error: { message: 'It failed here', type: 'server_error' } },
      /It failed here/,
      again,
    ],
    ['message', { object: 'error', message: 'Engine died', code: 500 }, /Engine died/, again],
    ['detail', { detail: 'Not enough memory', status: 507 }, /Not enough memory/, again],
    ['code alone', { error: { code: 'overloaded_error' } }, /overloaded_error/, again],
    [
      'raw',
      {
        error: {
          message: 'Provider returned error',
          code: 429,
          metadata: { raw: 'tiny is rate-limited upstream' },
        },
      },
      /rate-limited upstream/,
      again,
    ],
    ['plain text', 'Service overloaded', /Service overloaded/, again],
  ])('within a stream: %s', async (_, data, message, isAgain) => {
    for (const before of ['', says('Let me ')]) {
      const { model, asked } = await serve(before + event(data) + done);
      const { stop } = await ask(model);
      expect(stop?.message).toMatch(message);
      expect(stop?.message).not.toMatch(/\[object|HTTP 200/);
      expect(stop?.code).toBe(isAgain ? 'provider_recoverable_error' : 'provider_error');
      expect(asked).toHaveLength(isAgain ? 2 : 1);
      await server?.close();
    }
  });

  it.each<[string, Answer, RegExp, boolean]>([
    [
      'a page',
      body(200, '<!doctype html><html><title>Log in</title></html>', 'text/html'),
      /127\.0\.0\.1.* answered with a web page instead of a model's reply; is the base URL right \(it mostly ends in \/v1\)\?/,
      false,
    ],
    [
      'a page of another type',
      body(200, '\n<html><body>Hi</body></html>', 'text/plain'),
      /web page/,
      false,
    ],
    [
      'a page, not found',
      body(404, '<html><head><title>404</title></head><body>nginx</body></html>', 'text/html'),
      /web page/,
      false,
    ],
    [
      'a page of a gateway',
      body(
        502,
        '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr>nginx</body></html>',
        'text/html',
      ),
      /^HTTP 502: |502 Bad Gateway nginx/,
      again,
    ],
    [
      'express',
      body(
        400,
        '<!DOCTYPE html><html><head><title>Error</title></head><body><pre>Cannot POST /v1</pre></body></html>',
        'text/html',
      ),
      /Cannot POST \/v1/,
      false,
    ],
    [
      'JSON, error',
      body(200, '{"error":{"message":"model not loaded"}}'),
      /model not loaded/,
      false,
    ],
    ['JSON, overload', body(200, '{"error":{"message":"Too hot","code":503}}'), /Too hot/, again],
    ['JSON, message', body(200, '{"message":"Wrong door"}'), /Wrong door/, false],
    ['text', body(200, 'Wrong number', 'text/plain'), /Wrong number/, false],
    [
      'vLLM',
      body(400, '{"object":"error","message":"maximum context length is 4096 tokens"}'),
      /^HTTP 400: maximum context length is 4096 tokens/,
      false,
    ],
    [
      'Ollama',
      body(404, '{"error":"model \'x\' not found"}'),
      /HTTP 404: model 'x' not found/,
      false,
    ],
    [
      'FastAPI',
      body(422, '{"detail":[{"loc":["body","model"],"msg":"field required","type":"missing"}]}'),
      /HTTP 422: body\.model: field required/,
      false,
    ],
    ['detail', body(401, '{"detail":"Not authenticated"}'), /HTTP 401: Not authenticated/, false],
    [
      'errors',
      body(403, '{"success":false,"errors":[{"code":10000,"message":"Wrong account"}]}'),
      /HTTP 403: Wrong account/,
      false,
    ],
    [
      'Google',
      body(
        400,
        '[{"error":{"code":400,"message":"API key not valid","status":"INVALID_ARGUMENT"}}]',
      ),
      /API key not valid/,
      false,
    ],
    [
      'Google errors',
      body(
        403,
        '{"error":{"errors":[{"message":"Daily Limit","reason":"dailyLimit"}],"code":403}}',
      ),
      /Daily Limit/,
      false,
    ],
    [
      'AWS',
      body(400, '{"__type":"ValidationException","Message":"Malformed input"}'),
      /Malformed input/,
      false,
    ],
    [
      'plain text',
      body(500, 'disk full\u001b[31m\u0000 today', 'text/plain'),
      /^HTTP 500: disk full today/,
      again,
    ],
    ['nothing', body(503, ''), /HTTP 503: \S/, again],
    [
      '529',
      body(529, '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'),
      /HTTP 529: Overloaded/,
      again,
    ],
    [
      'quota',
      body(
        429,
        '{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}',
      ),
      /exceeded your current quota/,
      false,
    ],
    [
      'long',
      body(400, JSON.stringify({ error: { message: `<b>bad</b> ${'x'.repeat(99_999)}` } })),
      /^HTTP 400: bad x{100,600}/,
      false,
    ],
  ])('in place of a stream or a reply: %s', async (_, answer, message, isAgain) => {
    const { model, asked } = await serve(answer);
    const { stop } = await ask(model);
    expect(stop?.message).toMatch(message);
    expect(stop?.message).not.toMatch(/\[object|<\w/);
    expect(stop?.message.length).toBeLessThan(1_000);
    expect(stop?.code).toBe(isAgain ? 'provider_recoverable_error' : 'provider_error');
    expect(asked).toHaveLength(isAgain ? 2 : 1);
    // The same for a sub-query, which is not streamed.
    const code = 'try { await llm_query("x") } catch (e) { FINAL(String(e.message)) }';
    const told = await runRlm({
      ...quick,
      model: () => block(code),
      subModel: model,
      retry: { attempts: 2, minDelayMs: 0, maxDelayMs: 0 },
    }).result;
    expect(told.answer).toMatch(new RegExp(message.source.replaceAll('^', '')));
    expect(asked).toHaveLength(isAgain ? 4 : 2);
  });

  it('is no loss if it is a whole reply', async () => {
    const reply = {
      choices: [{ message: { role: 'assistant', content: final }, finish_reason: 'stop' }],
    };
    const { model, asked } = await serve(body(200, JSON.stringify(reply)));
    expect(await ask(model)).toMatchObject({ answer: 'real' });
    expect(asked).toEqual([true, false]);
  });
});

describe('a server that cannot be reached', () => {
  it.each<[string, string, RegExp, string]>([
    [
      'refused',
      'http://127.0.0.1:59999/v1',
      /Cannot reach http:\/\/127\.0\.0\.1:59999\/v1\/chat\/completions: connect ECONNREFUSED 127\.0\.0\.1:59999/,
      'provider_recoverable_error',
    ],
    [
      'name',
      'http://nowhere.invalid/v1',
      /(?:ENOTFOUND|EAI_AGAIN) nowhere\.invalid/,
      'provider_recoverable_error',
    ],
    ['no URL', 'nowhere/v1', /Invalid URL/, 'provider_error'],
    ['port', 'http://127.0.0.1:1/v1', /bad port/, 'provider_error'],
  ])('is told with its address: %s', async (_, baseURL, message, code) => {
    const { stop } = await ask(createOpenAICompatible({ name: 'here', baseURL })('tiny'));
    expect(stop).toMatchObject({ code, message: expect.stringMatching(message) as string });
    const plain = await ask(async () => (await fetch(`${baseURL}/chat/completions`)).text());
    const words = new RegExp(message.source.replace(/^.*?completions: /, ''));
    expect(plain.stop).toMatchObject({ code, message: expect.stringMatching(words) as string });
  });
});
