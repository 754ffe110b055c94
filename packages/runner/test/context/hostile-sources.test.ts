import { scripted } from '@rlm/sandbox/scripted';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { runRlm, runMany, type ContextValue } from '../../src/index.js';

const unhandled: unknown[] = [];
const note = (fault: unknown): void => void unhandled.push(fault);

beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
});

afterEach(() => {
  process.off('unhandledRejection', note);
  process.off('uncaughtException', note);
});

const never = (): Promise<never> => new Promise(() => undefined);
const broken = new Error('it is broken');
const failing = (): never => {
  throw broken;
};
const late = (): never => ({ then: () => Promise.reject(broken) }) as never;

/** A stream of another kind than that of the platform. */
const stream = (read: () => unknown, cancel: () => unknown): ContextValue => ({
  getReader: () => ({ read, cancel, releaseLock: () => undefined }),
});
const blob = (text: () => unknown): ContextValue => ({ arrayBuffer: never, text });

const sources: Readonly<Record<string, ContextValue>> = {
  'a stream whose cancel() gives nothing': stream(never, () => undefined),
  'a stream whose cancel() throws': stream(never, failing),
  'a stream whose cancel() fails late': stream(never, late),
  'a stream whose read() throws': stream(failing, failing),
  'a stream whose read() fails late': stream(late, failing),
  'a Blob that never has a text': blob(never),
  'a Blob whose text() throws': blob(failing),
  'a Blob whose text() fails late': blob(late),
};

describe('a run that is aborted while it reads', () => {
  it.each(Object.entries(sources))('%s ends, and so does no process', async (_, context) => {
    const abortSignal = AbortSignal.timeout(100);
    const options = { model: () => 'FINAL(1)', sandbox: scripted([]), query: 'q' };
    const { finishReason } = await runRlm({ ...options, context, abortSignal }).result;
    expect(['aborted', 'error']).toContain(finishReason);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(unhandled).toEqual([]);
  });
});

it('a question that is a promise is waited for, as `for await` does', async () => {
  const options = { model: () => 'FINAL(1)', sandbox: scripted([]) };
  const [answered] = await runMany([Promise.resolve('q')] as never, options).result;
  expect(answered).toMatchObject({ query: 'q', result: { answer: '1' } });
  await expect(runMany([Promise.reject(broken)] as never, options).result).rejects.toBe(broken);
  expect(unhandled).toEqual([]);
});
