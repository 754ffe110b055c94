import {
  bound,
  createSemaphore,
  type Semaphore,
  recordOf,
  refuseOption,
} from '@rlm/repl-types/internal';
import { checkOptions, fields, type OptionRule } from '@rlm/repl-types/options';

import { clockRule, type Clock } from '../platform/clock.js';
import { systemClock } from '../platform/system.js';
import type { EffectExecutor, PlacedEffect } from '../contract/effects.js';
import { attempts, retryRules, type RetryOptions } from './retry.js';
import { withinTime } from './within-time.js';

/** How {@link createInProcessExecutor} performs effects. */
export interface InProcessExecutorOptions extends RetryOptions {
  /**
   * How many effects of one lane and depth may run at a time: one number, or one per lane. Default
   * 8.
   */
  readonly concurrency?: number | Readonly<Record<string, number>> | undefined;
  /** Default: the system's clock. */
  readonly clock?: Clock | undefined;
}

const defaultConcurrency = 8;

/**
 * Performs effects in this process: at most `concurrency` of a lane at a time, in the order of the
 * requests, with further attempts after errors that `isRetryable` accepts.
 *
 * Lanes are counted per depth, so that a run never blocks a child that it waits for.
 */
export function createInProcessExecutor(options: InProcessExecutorOptions = {}): EffectExecutor {
  checkExecutorOptions(options);
  const { concurrency = defaultConcurrency, clock = systemClock } = options;
  const lanes = new Map<string, Semaphore>();
  const retrying = attempts(options, clock);

  const laneOf = (lane: string, depth: number): Semaphore => {
    const id = `${lane}@${depth}`;
    let semaphore = lanes.get(id);
    if (semaphore === undefined) {
      const bound =
        typeof concurrency === 'number' ? concurrency : (concurrency[lane] ?? defaultConcurrency);
      semaphore = createSemaphore(bound);
      lanes.set(id, semaphore);
    }
    return semaphore;
  };

  return Object.freeze({
    execute<T>(effect: PlacedEffect<T>, abortSignal: AbortSignal): Promise<T> {
      const { lane = effect.kind, depth } = effect;
      return laneOf(lane, depth).run(
        () =>
          retrying(
            () => withinTime(effect, effect.perform, abortSignal, clock),
            abortSignal,
            effect.onRetry,
          ),
        abortSignal,
      );
    },
  });
}

/** One number, or one per lane: the error names the path of the wrong lane. */
const concurrencyRule = (): OptionRule => {
  const lanes = recordOf(bound(1));
  return {
    expected: bound(1).expected,
    find(value, option) {
      const isOneEach = typeof value === 'object' && value !== null;
      return (isOneEach ? lanes : bound(1)).find(value, option);
    },
  };
};

/** Throws `InvalidOptionError` for the first option of `createInProcessExecutor` that is wrong. */
function checkExecutorOptions(options: unknown): void {
  const rules = fields<InProcessExecutorOptions>({
    concurrency: concurrencyRule(),
    clock: clockRule,
    ...retryRules(),
  });
  checkOptions(options, rules, refuseOption);
}
