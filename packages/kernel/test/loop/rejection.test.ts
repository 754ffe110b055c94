import { invalidOption } from '@rlm/config/options-suite';
import { actionResult } from '@rlm/policies';
import { describe, expect, it } from 'vitest';

import {
  createRun,
  RunFailedError,
  RunLimitError,
  type FinishReason,
  type Outcome,
  type CreateRunOptions,
  type StopReason,
} from '../../src/index.js';
import { rejectionOf } from '../../src/loop/rejection.js';
import { countingProtocol } from '../helpers.js';

type Stopped = Exclude<FinishReason, 'final'>;

/** What each end becomes without an answer, under both options. */
const ends: Record<Stopped, 'RunLimitError' | 'RunFailedError' | 'a result'> = {
  max_steps: 'RunLimitError',
  max_depth: 'RunLimitError',
  max_sub_queries: 'RunLimitError',
  max_tokens: 'RunLimitError',
  max_cost: 'RunLimitError',
  max_calls: 'RunLimitError',
  timeout: 'RunLimitError',
  max_errors: 'RunLimitError',
  aborted: 'RunFailedError',
  error: 'RunFailedError',
  policy: 'RunFailedError',
  guard: 'RunFailedError',
  stopped: 'a result',
  suspended: 'a result',
};
const both = { throwOnLimit: true, throwOnFailure: true };

function nameOf(finishReason: Stopped, answer: string | null, options: object): string {
  const stop: StopReason = { finishReason, code: 'c', message: 'm' };
  const outcome = { status: 'stopped', finishReason, answer, stop } as Outcome<unknown>;
  const result = { mine: true };
  const error = rejectionOf(options, outcome, result);
  if (error !== undefined) expect(error.result).toBe(result);
  return error?.name ?? 'a result';
}

describe('what a result becomes', () => {
  it.each(Object.entries(ends) as [Stopped, string][])('%s: %s', (finishReason, expected) => {
    expect(nameOf(finishReason, null, both)).toBe(expected);
    expect(nameOf(finishReason, null, {})).toBe('a result');
    const isLimit = expected === 'RunLimitError';
    expect(nameOf(finishReason, null, { throwOnFailure: true })).toBe(
      isLimit ? 'RunFailedError' : expected,
    );
    expect(nameOf(finishReason, null, { throwOnLimit: true })).toBe(
      isLimit ? expected : 'a result',
    );
    // An answer after a limit is still a limit; nothing that has an answer has failed.
    expect(nameOf(finishReason, 'best', both)).toBe(isLimit ? expected : 'a result');
    expect(nameOf(finishReason, 'best', { throwOnFailure: true })).toBe('a result');
  });
});

describe('a run whose caller asked for errors', () => {
  const going = countingProtocol(() => Promise.resolve('continue'));
  const run = (options: CreateRunOptions<string>, protocol = going): Promise<unknown> =>
    createRun(protocol, null, options).result.catch((error: unknown) => error);

  it('rejects with its whole result, and says which limit', async () => {
    const error = await run({ maxSteps: 2, throwOnLimit: true });
    expect(RunLimitError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      code: 'run_limit',
      message: expect.stringMatching(/\(max_steps\).*\b2 steps\b/) as string,
      details: { finishReason: 'max_steps' },
      result: { steps: 2, finishReason: 'max_steps', usage: { total: { calls: 0 } } },
    });
  });

  it('rejects with the fault as the cause', async () => {
    const fault = new Error('down');
    const failing = countingProtocol(() => Promise.reject(fault));
    const error = await run({ throwOnFailure: true }, failing);
    expect(RunFailedError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ cause: fault, result: { status: 'failed', error: fault } });
  });

  it('resolves with the answer that a stop of the protocol brings, and asks for no other', async () => {
    let asked = 0;
    const stop = { finishReason: 'guard', code: 'enough', message: 'said twice' } as const;
    const answered = countingProtocol(
      (state) =>
        Promise.resolve({ type: 'stop', state, result: actionResult({}), stop, answer: 'mine' }),
      {
        wrapUp: () => {
          asked += 1;
          return Promise.resolve('other');
        },
      },
    );
    const result = await run({ throwOnFailure: true }, answered);
    expect(result).toMatchObject({ status: 'stopped', finishReason: 'guard', answer: 'mine' });
    expect(asked).toBe(0);
    // A policy that ends the run at the same step has the last word.
    const policy = {
      name: 'p',
      description: '',
      shouldTerminate: () => ({ terminate: true, answer: null, code: 'p', reason: 'p' }),
      reset: () => undefined,
    };
    expect(await run({ policies: [policy] }, answered)).toMatchObject({
      finishReason: 'policy',
      answer: 'other',
    });
  });

  it('refuses options that are no booleans', () => {
    const wrong = { throwOnLimit: 'yes' } as unknown as CreateRunOptions<string>;
    expect(() => createRun(going, null, wrong)).toThrow(invalidOption('throwOnLimit', 'got "yes"'));
    const alsoWrong = { throwOnFailure: 1 } as unknown as CreateRunOptions<string>;
    expect(() => createRun(going, null, alsoWrong)).toThrow(
      invalidOption('throwOnFailure', 'got 1'),
    );
  });
});
