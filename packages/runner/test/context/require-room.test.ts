import { scriptedModel } from '@rlm/kernel/testing';
import type { LongText, SandboxBackend } from '@rlm/sandbox';
import { cpython } from '@rlm/sandbox/cpython';
import { pyodide } from '@rlm/sandbox/pyodide';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { runRlm, type RunRlmOptions } from '../../src/index.js';
import { cell } from '../support/cell.js';

/** Sessions must not even be opened. */
const unopened = (backend: SandboxBackend): SandboxBackend => ({
  ...backend,
  open: () => Promise.reject(new Error('a session was opened')),
});

async function faultOf(sandbox: SandboxBackend, options: Partial<RunRlmOptions>) {
  const model = scriptedModel([cell('1')]);
  const given = { model, sandbox: unopened(sandbox), query: 'q', ...options };
  const { finishReason, stop } = await runRlm(given).result;
  expect(model.calls).toHaveLength(0);
  expect(finishReason).toBe('error');
  return { code: stop?.code, message: stop?.message ?? '' };
}

const mebibyte = 2 ** 20;
const small = { memoryBytes: mebibyte };
const stream = (...chunks: string[]): ReadableStream<string> =>
  new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  });
/** A file that is never opened. */
const fileOf = (bytes: number): LongText => ({
  sha256: '0'.repeat(64),
  bytes,
  codePoints: bytes,
  units: bytes,
  lines: 1,
  head: 'begin',
  width: 1,
  marks: [],
  open: () => Promise.reject(new Error('the file was opened')),
});

describe('a context that a session cannot hold', () => {
  const texts = {
    one: { value: 'x'.repeat(6 * mebibyte) },
    two: { value: 'é'.repeat(6 * mebibyte) },
  };
  it.each<[string, SandboxBackend, Partial<RunRlmOptions>, RegExp]>([
    [
      'a text',
      quickjs(),
      { context: 'x'.repeat(9 * mebibyte) },
      /\bcontext .*\bquickjs: sandboxLimits\.memoryBytes .*1,048,576\b.* 9,437,184 .* 18,874,368 bytes/,
    ],
    [
      'several texts',
      quickjs(),
      { contexts: texts },
      /\bcontexts\.two\.value\b.*\bcontexts before it\b/,
    ],
    ['data', quickjs(), { context: ['x'.repeat(9 * mebibyte)] }, /^Expected context/],
    [
      'a text of wide characters',
      pyodide(),
      { context: '€'.repeat(mebibyte) },
      /at least 3,145,728 bytes/,
    ],
    [
      'a Blob',
      pyodide(),
      { context: new Blob(['x'.repeat(4 * mebibyte)]) },
      /at most 524,288 characters/,
    ],
    [
      'a stream',
      pyodide(),
      { context: stream('x'.repeat(mebibyte), 'x') },
      /\bcontext .* 524,288 .*\bpyodide\b.*\bmore\b/,
    ],
    ['a file', pyodide(), { context: fileOf(2 * mebibyte) }, /\bas a file .* to cpython\(\)/],
    [
      'a file longer than any string',
      quickjs(),
      { context: fileOf(2 ** 30), sandboxLimits: { memoryBytes: 2 ** 32 } },
      /longest string of V8, got 1,073,741,824/,
    ],
    [
      'a stream',
      cpython(),
      { context: stream('x'.repeat(55 * mebibyte)) },
      /\bcontext to be .* 57,/,
    ],
  ])('%s is an option error before the session opens: %#', async (_, sandbox, options, message) => {
    const found = await faultOf(sandbox, { sandboxLimits: small, ...options });
    expect(found).toEqual({
      code: 'invalid_option',
      message: expect.stringMatching(message) as unknown,
    });
  });

  it('ends a stream there', async () => {
    let isCancelled = false;
    const context = new ReadableStream<string>({
      pull: (controller) => {
        controller.enqueue('x'.repeat(mebibyte));
      },
      cancel: () => {
        isCancelled = true;
      },
    });
    await faultOf(pyodide(), { sandboxLimits: small, context });
    expect(isCancelled).toBe(true);
  });

  it.each<[string, SandboxBackend, Partial<RunRlmOptions>]>([
    ['what just fits', quickjs(), { context: 'x'.repeat(8 * mebibyte) }],
    ['a file that is read in place', cpython(), { context: fileOf(2 ** 40) }],
    [
      'a backend of which nothing is known',
      { ...quickjs(), textMemory: undefined },
      { context: 'x'.repeat(9 * mebibyte) },
    ],
  ])('is not %s', async (_, sandbox, options) => {
    const { message } = await faultOf(sandbox, { sandboxLimits: small, ...options });
    expect(message).toMatch('a session was opened');
  });
});
