import { invalidOption } from '@rlm/config/options-suite';
import { type Clock, createInProcessExecutor, type RetryOptions } from '@rlm/kernel';
import { describe, expect, it } from 'vitest';

import { runResponse, runTask, type ResponseOptions } from '../../src/index.js';

/** A model that says 429 so many times, and a clock that notes how long it was to sleep. */
function refusing(times: number): {
  options: ResponseOptions;
  calls: () => number;
  slept: number[];
} {
  const slept: number[] = [];
  let calls = 0;
  const clock: Clock = {
    now: () => 0,
    sleep: (ms) => {
      // Other sleepers are bounds of the run: 5 s, 60 s.
      if (ms < 6_000 || ms > 30_000) return new Promise(() => undefined);
      slept.push(ms);
      return Promise.resolve();
    },
  };
  const model = (): string => {
    calls += 1;
    if (calls > times) return 'All done.';
    throw Object.assign(new Error('slow down'), { status: 429, headers: { 'Retry-After': '7' } });
  };
  return { options: { model, prompt: 'Go', clock, maxSteps: 1 }, calls: () => calls, slept };
}

describe.each([
  ['runResponse', runResponse],
  ['runTask', runTask],
])('retry of %s', (_, run) => {
  it.each<[retry: RetryOptions | undefined, calls: number, waits: readonly number[]]>([
    [undefined, 3, [7_000, 7_000]],
    [{ attempts: 1 }, 1, []],
    [{ attempts: 6, minDelayMs: 0 }, 6, [7_000, 7_000, 7_000, 7_000, 7_000]],
    [{ attempts: 6, retryBudget: 2 }, 3, [7_000, 7_000]],
    [{ attempts: 6, maxRetryAfterMs: 5_000 }, 1, []],
    [{ attempts: 3, isRetryable: () => false }, 1, []],
    [{ attempts: 2, minDelayMs: 20_000, random: () => 0.999_999 }, 2, [20_000]],
  ])('%j makes %i calls, %j apart', async (retry, calls, waits) => {
    const model = refusing(9);
    const { error } = await run({
      ...model.options,
      ...(retry === undefined ? {} : { retry }),
    }).result;
    expect(error).toContain('HTTP 429: slow down');
    expect(model.calls()).toBe(calls);
    expect(model.slept.map((ms) => Math.round(ms))).toEqual(waits);
  });

  it('goes on where an attempt succeeds', async () => {
    const model = refusing(4);
    const { assistantResponse } = await run({
      ...model.options,
      retry: { attempts: 5, minDelayMs: 0 },
    }).result;
    expect([model.calls(), assistantResponse]).toEqual([5, 'All done.']);
  });

  it.each<[Partial<ResponseOptions>, option: string, ...facts: string[]]>([
    [{ retry: { attempts: 0 } }, 'retry.attempts', 'got 0'],
    [{ retry: { atempts: 2 } as RetryOptions }, 'retry.atempts', 'retry.attempts'],
    [{ maxRetries: 2 } as object, 'maxRetries', 'retry.attempts'],
    [
      { retry: { attempts: 2 }, executor: createInProcessExecutor() },
      'retry',
      'createInProcessExecutor',
    ],
  ])('refuses %o', (given, ...facts) => {
    expect(() => run({ model: () => '', prompt: 'Go', ...given })).toThrow(invalidOption(...facts));
  });
});
