import { checkAmount, checkCount, checkFunction } from './check.js';
import type { InProcessExecutorOptions } from './in-process-executor.js';

/** Throws `InvalidOptionError` for the first option that has the wrong type or range. */
export function checkInProcessOptions(options: InProcessExecutorOptions): void {
  const { concurrency } = options;
  if (typeof concurrency === 'object') {
    for (const [lane, bound] of Object.entries(concurrency)) {
      checkCount(`concurrency.${lane}`, bound, 1);
    }
  } else {
    checkCount('concurrency', concurrency, 1);
  }
  checkCount('attempts', options.attempts, 1);
  checkCount('retryBudget', options.retryBudget);
  checkAmount('minDelayMs', options.minDelayMs);
  checkAmount('maxDelayMs', options.maxDelayMs);
  checkAmount('maxRetryAfterMs', options.maxRetryAfterMs);
  checkFunction('isRetryable', options.isRetryable);
  checkFunction('random', options.random);
}
