import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { runRlm } from '@rlm/runner';
import { afterEach, describe, expect, it } from 'vitest';

import {
  ask,
  block,
  body,
  chunk,
  done,
  event,
  final,
  quick,
  says,
  serve,
  whole,
  type Answer,
  type UntidyServer,
} from './untidy-server.js';

let server: UntidyServer | undefined;

afterEach(() => server?.close());

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
    ['text alone', { error: 'rate limit exceeded' }, /^rate limit exceeded/, again],
    ['nested text', { error: { error: 'It broke here' } }, /It broke here/, again],
    ['number', { error: 503 }, /^The server reported an error: \{"error":503\}/, again],
    ['flag', { error: true, message: 'It broke there' }, /It broke there/, again],
    [
      'words of any failure',
      { type: 'error', error: { type: 'api_error', message: 'Internal server error' } },
      /^Internal server error: api_error/,
      again,
    ],
  ])('within a stream: %s', async (_, data, message, isAgain) => {
    for (const before of ['', says('Let me ')]) {
      server = await serve(before + event(data) + done);
      const { model, asked } = server;
      const { stop } = await ask(model);
      expect(stop?.message).toMatch(message);
      expect(stop?.message).not.toMatch(/\[object|HTTP 200/);
      expect(stop?.code).toBe(isAgain ? 'provider_recoverable_error' : 'provider_error');
      expect(asked).toHaveLength(isAgain ? 2 : 1);
      await server.close();
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
    server = await serve(answer);
    const { model, asked } = server;
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

  it('is one too if it is only the reason of the end', async () => {
    server = await serve(says('Let me ') + chunk({}, 'error') + done, whole(final));
    const { model, asked } = server;
    expect(await ask(model)).toMatchObject({ answer: 'real' });
    expect(asked).toHaveLength(2);
  });

  it('is no loss if it is a whole reply', async () => {
    const reply = {
      choices: [{ message: { role: 'assistant', content: final }, finish_reason: 'stop' }],
    };
    server = await serve(body(200, JSON.stringify(reply)));
    const { model, asked } = server;
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
