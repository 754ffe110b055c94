import { describe, expect, it } from 'vitest';

import { toModelError } from '../../src/model/faults.js';
import { createInProcessExecutor } from '../../src/index.js';
import { callModel, ModelError, type ModelFunction } from '../../src/model/index.js';
import { runWith } from './run-with.js';

const coded = (message: string, fields: object = {}, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), fields);
const fetchFailed = (cause: unknown): Error => new TypeError('fetch failed', { cause });
const refused = (at: string): Error =>
  coded(`connect ECONNREFUSED ${at}`, { code: 'ECONNREFUSED' });
const again = true;

describe('toModelError', () => {
  it.each<[string, unknown, string, boolean, number?]>([
    [
      'fetch',
      fetchFailed(refused('127.0.0.1:9')),
      "Cannot reach the model's server: connect ECONNREFUSED 127.0.0.1:9",
      again,
    ],
    [
      'several addresses',
      fetchFailed(
        Object.assign(new AggregateError([refused('::1:9'), refused('127.0.0.1:9')], ''), {
          code: 'ECONNREFUSED',
        }),
      ),
      "Cannot reach the model's server: connect ECONNREFUSED ::1:9; connect ECONNREFUSED 127.0.0.1:9",
      again,
    ],
    [
      'a code alone',
      fetchFailed({ code: 'EHOSTUNREACH', address: '10.0.0.9', port: 80 }),
      "Cannot reach the model's server: EHOSTUNREACH 10.0.0.9:80",
      again,
    ],
    [
      'a certificate',
      fetchFailed(coded('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })),
      "Cannot reach the model's server: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)",
      false,
    ],
    [
      'a cause below a cause',
      coded(
        'Connection error.',
        {},
        fetchFailed(coded('getaddrinfo ENOTFOUND x.invalid', { code: 'ENOTFOUND' })),
      ),
      "Cannot reach the model's server: getaddrinfo ENOTFOUND x.invalid",
      again,
    ],
    [
      'an address with a secret',
      coded(
        'Cannot connect to API: ',
        { name: 'AI_APICallError', url: 'https://me:pw@host/v1/x?key=sk-1', isRetryable: true },
        refused('1.2.3.4:5'),
      ),
      'Cannot reach https://host/v1/x: connect ECONNREFUSED 1.2.3.4:5',
      again,
    ],
    [
      'words of its own',
      coded('Ollama is down', {}, refused('127.0.0.1:9')),
      'Ollama is down: connect ECONNREFUSED 127.0.0.1:9',
      again,
    ],
    [
      'the SDK of OpenAI',
      coded('429 You exceeded it', {
        status: 429,
        code: 'insufficient_quota',
        error: { message: 'You exceeded it' },
      }),
      'HTTP 429: You exceeded it',
      false,
      429,
    ],
    [
      'the SDK of Anthropic',
      coded('529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', {
        status: 529,
      }),
      'HTTP 529: Overloaded',
      again,
      529,
    ],
    [
      'the SDK of Google',
      coded('{"error":{"code":503,"message":"Try later","status":"UNAVAILABLE"}}', {
        name: 'ApiError',
      }),
      'Try later',
      again,
      503,
    ],
    [
      'the SDK of Ollama',
      coded('model "x" not found', { status_code: 404 }),
      'HTTP 404: model "x" not found',
      false,
      404,
    ],
    [
      'the SDK of AWS',
      coded('Rate exceeded', { name: 'ThrottlingException', $metadata: { httpStatusCode: 429 } }),
      'HTTP 429: Rate exceeded',
      again,
      429,
    ],
    [
      'axios',
      coded('Request failed with status code 400', {
        response: { status: 400, data: { detail: 'no such field' } },
      }),
      'HTTP 400: no such field',
      false,
      400,
    ],
    [
      'a body as the message',
      coded('{"detail":[{"msg":"too long","loc":["body"]}]}', { status: 422 }),
      'HTTP 422: body: too long',
      false,
      422,
    ],
    [
      'a page as the message',
      coded(
        '<html><head><title>Oops</title><style>a{}</style></head><body>Out &amp; about</body></html>',
        { status: 500 },
      ),
      'HTTP 500: Oops Out & about',
      again,
      500,
    ],
    [
      'XML',
      coded('Bad Request', {
        status: 400,
        body: '<?xml version="1.0"?><Error><Code>Old</Code><Message>Too old</Message></Error>',
      }),
      'HTTP 400: Old Too old',
      false,
      400,
    ],
    [
      'a status that is all',
      coded('', { status: 500 }),
      'HTTP 500: The server gave no reason',
      again,
      500,
    ],
    [
      'no status text',
      coded('Internal Server Error', {
        status: 500,
        responseBody: '{"error":{"message":"GPU 3 is gone"}}',
      }),
      'HTTP 500: GPU 3 is gone',
      again,
      500,
    ],
    [
      'an object',
      { message: 'The model is overloaded', code: 503 },
      'The model is overloaded',
      again,
      503,
    ],
    [
      'an object without words',
      { code: 'overloaded_error' },
      'The server reported overloaded_error',
      again,
    ],
    ['an object of nothing', { foo: 1 }, 'The server reported an error: {"foo":1}', false],
    [
      'an object that throws',
      {
        get message(): string {
          throw new Error('no');
        },
      },
      'The server gave no reason',
      false,
    ],
    ['a text', 'too many requests', 'too many requests', again],
    [
      'an error that throws',
      Object.defineProperty(coded('x', { status: 500 }), 'body', {
        get: () => {
          throw new Error('no');
        },
      }),
      'HTTP 500: x',
      again,
      500,
    ],
    [
      'a page read as JSON',
      new SyntaxError('Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON'),
      "The server answered with a web page instead of a model's reply; is the base URL right (it mostly ends in /v1)?",
      false,
    ],
    [
      'half of JSON',
      new SyntaxError('Unexpected end of JSON input'),
      'The connection broke before the reply was finished: its end is missing',
      again,
    ],
    [
      'its own word',
      coded('quota', { status: 429, code: 'insufficient_quota', isRetryable: true }),
      'HTTP 429: quota',
      again,
      429,
    ],
  ])('reads %s', (_, fault, message, isRetryable, statusCode) => {
    const error = toModelError(fault);
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({ message, isRetryable });
    expect(error.cause).toBe(fault);
    expect((error as ModelError).details?.statusCode).toBe(statusCode);
  });

  it.each([
    new Error('boom'),
    new TypeError('x is not a function'),
    coded('no file', { code: 'ENOENT' }),
  ])('leaves %s as it is', (fault) => {
    expect(toModelError(fault)).toBe(fault);
  });

  it('is bounded, and takes linear time', () => {
    for (const unit of ['<script', '<!--', '<a ', '&#', '{"error":', '[', '"message":"']) {
      const body = unit.repeat(200_000);
      const error = toModelError(coded('x', { status: 500, body }));
      expect(error.message.length).toBeLessThan(800);
    }
    const loop: Record<string, unknown> = { code: 503 };
    for (const name of ['error', 'errors', 'data', 'body', 'detail', 'metadata']) loop[name] = loop;
    expect(toModelError(loop)).toMatchObject({ isRetryable: true });
  });
});

describe('callModel with a stream that is cut', () => {
  const cut: ModelFunction = async function* () {
    yield 'Let me ';
    await Promise.resolve();
    throw Object.assign(new TypeError('terminated'), {
      cause: coded('other side closed', { code: 'UND_ERR_SOCKET' }),
    });
  };
  it('has what had come in its error', async () => {
    const { error } = await runWith(
      (context) =>
        callModel(cut, { purpose: 'root', messages: [] }, context, {
          onText: () => undefined,
          isWhole: () => true,
        }),
      { executor: createInProcessExecutor({ attempts: 2, minDelayMs: 0 }) },
    );
    expect(error).toMatchObject({
      code: 'provider_recoverable_error',
      message: expect.stringContaining('other side closed') as string,
      details: { text: 'Let me ', attempts: 2 },
    });
  });
});
