import { createGate, untilAborted, type Gate } from '@rlm/repl-types/concurrency';

import type { Clock } from './context.js';
import type { EffectExecutor, PlacedEffect } from './effects.js';
import { EffectTimeoutError } from './errors.js';
import { checkExecutorOptions } from './executor-rules.js';
import { attempts, type RetryOptions } from './retry.js';
import { SignalHub, startDeadline } from './signals.js';
import { systemClock } from './system.js';

/** How {@link createInProcessExecutor} carries effects out. */
export interface InProcessExecutorOptions extends RetryOptions {
  /** Effects of one lane and depth under way at a time: one number, or one a lane. Default 8. */
  readonly concurrency?: number | Readonly<Record<string, number>>;
  /** Default: the system's clock. */
  readonly clock?: Clock;
}

const defaultConcurrency = 8;

/**
 * Carries effects out in this process: at most `concurrency` of a lane at a time, in the order in which
 * they were asked for, and again after a fault that another attempt could mend.
 *
 * Lanes are counted per depth, so that a run which waits for its children never takes their place.
 */
export function createInProcessExecutor(options: InProcessExecutorOptions = {}): EffectExecutor {
  checkExecutorOptions(options);
  const { concurrency = defaultConcurrency, clock = systemClock } = options;
  const lanes = new Map<string, Gate>();
  const retrying = attempts(options, clock);

  const laneOf = (lane: string, depth: number): Gate => {
    const id = `${lane}@${depth}`;
    let gate = lanes.get(id);
    if (gate === undefined) {
      const bound =
        typeof concurrency === 'number' ? concurrency : (concurrency[lane] ?? defaultConcurrency);
      gate = createGate(bound);
      lanes.set(id, gate);
    }
    return gate;
  };

  return Object.freeze({
    execute<T>(effect: PlacedEffect<T>, abortSignal: AbortSignal): Promise<T> {
      const { lane = effect.kind, depth } = effect;
      return laneOf(lane, depth).run(
        () => retrying(() => attempt(effect, abortSignal, clock), abortSignal),
        abortSignal,
      );
    },
  });
}

async function attempt<T>(
  effect: PlacedEffect<T>,
  abortSignal: AbortSignal,
  clock: Clock,
): Promise<T> {
  const { kind, timeoutMs, timeoutOption } = effect;
  if (timeoutMs === undefined) return effect.perform(abortSignal);
  const link = new SignalHub().link(abortSignal);
  const cancel = startDeadline(clock, timeoutMs, () => {
    link.abort(new EffectTimeoutError(kind, timeoutMs, timeoutOption));
  });
  try {
    return await untilAborted(effect.perform(link.signal), link.signal);
  } finally {
    cancel();
    link.unlink();
  }
}
