import * as kernel from '@rlm/kernel';
import { describe, expect, expectTypeOf, it } from 'vitest';

import { createRlm, runRlm, RunFailedError, RunLimitError, type RlmResult } from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';

const failing = () => Promise.reject(new Error('provider down'));
const silent = { query: 'q', maxSteps: 1, wrapUp: false };

describe('throwOnFailure', () => {
  it('rejects when the model throws, with its error as the cause and the result beside it', async () => {
    const sandbox = watchedBackend();
    const run = runRlm({ model: failing, sandbox, query: 'q', throwOnFailure: true });
    const error: unknown = await run.result.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RunFailedError);
    expect(error).toMatchObject({
      code: 'run_failed',
      message: expect.stringMatching(/\(error\): provider down$/) as string,
      cause: { message: 'provider down' },
      result: { answer: null, finishReason: 'error' },
    });
  });

  it('rejects when a limit or an abort leaves no answer', async () => {
    const sandbox = watchedBackend();
    const model = () => cell('x = 1');
    const limited = runRlm({ model, sandbox, ...silent, throwOnFailure: true });
    await expect(limited.result).rejects.toMatchObject({ result: { finishReason: 'max_steps' } });
    const abortSignal = AbortSignal.abort();
    const aborted = runRlm({ model, sandbox, query: 'q', abortSignal, throwOnFailure: true });
    await expect(aborted.result).rejects.toMatchObject({ result: { finishReason: 'aborted' } });
  });

  it('resolves where there is an answer, also one that came after a limit', async () => {
    const model = ({ messages }: { messages: readonly { content: string }[] }) =>
      messages.length > 2 ? 'FINAL(best)' : cell('x = 1');
    const options = { model, query: 'q', maxSteps: 1, throwOnFailure: true };
    const run = runRlm({ ...options, sandbox: watchedBackend() });
    expect(await run.result).toMatchObject({ answer: 'best', finishReason: 'max_steps' });
  });

  it('leaves limits to throwOnLimit where both are set, and holds for a lasting session', async () => {
    const sandbox = watchedBackend();
    const both = { throwOnLimit: true, throwOnFailure: true };
    const limited = runRlm({ model: () => cell('x = 1'), sandbox, ...silent, ...both });
    await expect(limited.result).rejects.toBeInstanceOf(RunLimitError);
    const rlm = createRlm({ model: failing, sandbox, ...both });
    await expect(rlm.run('q').result).rejects.toBeInstanceOf(RunFailedError);
    await rlm.close();
  });

  it('is the class of the kernel, with the type of this loop’s result', () => {
    expect([RunLimitError, RunFailedError]).toEqual([kernel.RunLimitError, kernel.RunFailedError]);
    const error: unknown = null;
    if (RunLimitError.isInstance(error)) expectTypeOf(error.result).toEqualTypeOf<RlmResult>();
    if (error instanceof RunFailedError) expectTypeOf(error.result).toEqualTypeOf<RlmResult>();
    expectTypeOf<RunLimitError['result']>().toEqualTypeOf<RlmResult>();
  });

  it('is not asked for: the result says what failed', async () => {
    const run = runRlm({ model: failing, sandbox: watchedBackend(), query: 'q' });
    expect(await run.result).toMatchObject({ answer: null, stop: { message: 'provider down' } });
  });
});
