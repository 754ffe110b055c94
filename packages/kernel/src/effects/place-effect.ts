import { askHook, awaitHook } from '@rlm/repl-types/internal';

import type { Booking } from '../contract/ledger.js';
import type { EffectKeys } from './effect-key.js';
import type { Effect, EffectOutcome, FailedAttempt, PlacedEffect } from '../contract/effects.js';

/** Where the effects of a seam come from. */
export interface SeamOrigin {
  readonly runId: string;
  readonly depth: number;
  /** Makes the keys of this run's effects differ from those of other runs. */
  readonly nonce: string;
  /** The current step. */
  readonly step: () => number;
  /** The signal of the current step: an effect ends with it. */
  readonly abortSignal: () => AbortSignal;
  /** Called when an attempt at an effect failed and another will follow. Default: ignored. */
  readonly tellRetry?: (kind: string, failed: FailedAttempt) => void;
}

/** An effect at its place in a tree of runs, as an executor receives it. */
export function placeEffect<T>(
  effect: Effect<T>,
  { runId, depth, nonce, tellRetry }: SeamOrigin,
  step: number,
  key: string,
  keys: EffectKeys | undefined,
  spend: (booking: Booking) => void = () => undefined,
): PlacedEffect<T> {
  const call =
    keys?.callOf(key, nonce, spend) ?? Object.freeze({ key, name: '', idempotencyKey: '', spend });
  const { costOf, kind } = effect;
  return Object.freeze({
    ...effect,
    perform: (abortSignal: AbortSignal) => awaitHook(() => effect.perform(abortSignal, call)),
    costOf:
      costOf &&
      ((outcome: EffectOutcome<T>) => askHook('costOf of an effect', () => costOf(outcome))),
    onRetry:
      tellRetry &&
      ((failed: FailedAttempt) => {
        tellRetry(kind, failed);
      }),
    runId,
    depth,
    nonce,
    step,
    key,
  });
}
