import { fields, rule, type OptionRule } from '@rlm/repl-types/options';
import {
  askHook,
  awaitHook,
  bound,
  callable,
  numberFrom,
  type OptionRules,
} from '@rlm/repl-types/internal';

import type { FailedAttempt } from '../contract/effects.js';
import type { Clock } from '../platform/clock.js';
import { seededRandom } from '../platform/random.js';
import { newRunId } from '../platform/system.js';

/** When and how often a failed effect is retried. */
export interface RetryOptions {
  /** Attempts at one effect, including the first. Default 3. */
  readonly attempts?: number | undefined;
  /** Further attempts at all effects together. Default 100. */
  readonly retryBudget?: number | undefined;
  /**
   * The longest wait before the second attempt, in milliseconds; it doubles with each further one.
   * Default 500.
   */
  readonly minDelayMs?: number | undefined;
  /** The longest wait before any attempt. Default 30,000. */
  readonly maxDelayMs?: number | undefined;
  /**
   * The longest wait that a provider may ask for; if it asks for more, the error is final. Default
   * 60,000.
   */
  readonly maxRetryAfterMs?: number | undefined;
  /** Whether another attempt may succeed after this error. Default: an error whose `isRetryable` is true. */
  readonly isRetryable?: ((error: unknown) => boolean) | undefined;
  /** A number in [0, 1) that spreads the waits. Default: random. */
  readonly random?: (() => number) | undefined;
}

/**
 * Attempts `work` as often as the options allow, and waits on `clock` between attempts. `onRetry`
 * is called before each wait. If the last error is a `ModelError`, it says how often `work` was
 * tried, and for how long.
 */
export function attempts(
  options: RetryOptions,
  clock: Clock,
): <T>(
  work: () => Promise<T>,
  abortSignal: AbortSignal,
  onRetry?: (failed: FailedAttempt) => void,
) => Promise<T> {
  const {
    attempts: most = 3,
    minDelayMs = 500,
    maxDelayMs = 30_000,
    maxRetryAfterMs = 60_000,
    isRetryable = saysItself,
  } = options;
  let { random } = options;
  let budget = options.retryBudget ?? 100;

  const waitFor = (error: unknown, attempt: number): number => {
    const ceiling = Math.min(maxDelayMs, minDelayMs * 2 ** (attempt - 1));
    random ??= seededRandom(newRunId());
    const spread = askHook('random', random, numberFrom(0, 1));
    return Math.max(retryAfterOf(error) ?? 0, ceiling * (0.5 + spread / 2));
  };

  const isLast = (fault: unknown, attempt: number, { aborted }: AbortSignal): boolean =>
    aborted ||
    attempt >= most ||
    budget <= 0 ||
    !askHook('isRetryable', () => isRetryable(fault), verdict) ||
    (retryAfterOf(fault) ?? 0) > maxRetryAfterMs;

  return async (work, abortSignal, onRetry) => {
    const startedAt = clock.now();
    for (let attempt = 1; ; attempt += 1) {
      abortSignal.throwIfAborted();
      try {
        return await work();
      } catch (fault) {
        if (isLast(fault, attempt, abortSignal))
          throw attempt === 1 ? fault : triedOften(fault, attempt, clock.now() - startedAt);
        budget -= 1;
        const waitMs = waitFor(fault, attempt);
        onRetry?.({ attempt, maxAttempts: most, error: fault, waitMs });
        await awaitHook(() => clock.sleep(waitMs, abortSignal));
      }
    }
  };
}

/** Accepts anything but a promise: a value other than true counts as false. */
const verdict: OptionRule = rule('true or false', () => true);

function saysItself(error: unknown): boolean {
  return (error as { isRetryable?: unknown } | null)?.isRetryable === true;
}

/** Adds the number of attempts and their time to an error that can hold them. */
function triedOften(fault: unknown, count: number, ms: number): unknown {
  const { tried } = (fault ?? {}) as { tried?: unknown };
  return typeof tried === 'function' ? Reflect.apply(tried, fault, [count, ms]) : fault;
}

function retryAfterOf(error: unknown): number | undefined {
  const value = (error as { retryAfterMs?: unknown } | null)?.retryAfterMs;
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

/** The rules for the options of retries. */
export const retryRules = (): OptionRules<RetryOptions> => ({
  attempts: bound(1),
  retryBudget: bound(),
  minDelayMs: numberFrom(0),
  maxDelayMs: numberFrom(0),
  maxRetryAfterMs: numberFrom(0),
  isRetryable: callable,
  random: callable,
});

/** The rule for an option `retry`. */
export const retryRule = (): OptionRule => fields<RetryOptions>(retryRules());
