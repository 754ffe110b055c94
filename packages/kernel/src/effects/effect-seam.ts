import { RlmError } from '@rlm/repl-types';
import { awaitHook, untilAborted } from '@rlm/repl-types/internal';

import { nextTurn } from '../platform/system.js';
import { DeliveryQueue } from './delivery-queue.js';
import type { EffectKeys } from './effect-key.js';
import type { Effect, EffectExecutor, EffectSeam, PlacedEffect } from '../contract/effects.js';
import { isSuspension } from './suspension.js';
import { placeEffect, type SeamOrigin } from './place-effect.js';

/** The seam of one run over the executor of its tree; with `keys` if the executor wants them. */
export function createEffectSeam(
  executor: EffectExecutor,
  origin: SeamOrigin,
  keys?: EffectKeys,
): EffectSeam {
  const deliveries = new DeliveryQueue(nextTurn);
  return Object.freeze({
    busy: <T>(work: Promise<T>): Promise<T> => work,
    async run<T>(effect: Effect<T>): Promise<T> {
      const step = origin.step();
      const link = origin.linker.link(origin.abortSignal(), effect.abortSignal);
      if (link.signal.aborted) throw link.signal.reason;
      const key = keys?.next(step, effect.kind, effect.input) ?? '';
      const placed = placeEffect(effect, origin, step, key, keys);
      const outcome = untilAborted(carryOut(placed, executor, link.signal), link.signal).then(
        (value) => {
          placed.costOf?.({ value });
          if (isSuspension(value)) throw noJournal();
          return value;
        },
        (error: unknown) => {
          placed.costOf?.({ error });
          throw error;
        },
      );
      return new Promise<T>((resolve) => {
        const deliver = (): void => {
          resolve(outcome);
        };
        const settle = (): void => {
          link.unlink();
          if (link.signal.aborted) deliver();
          else deliveries.put(deliver);
        };
        outcome.then(settle, settle);
      });
    },
  });
}

function noJournal(): RlmError<'suspend_needs_journal'> {
  return new RlmError(
    'suspend() needs a run with a journal: only that can wait for a decision. Pass the option journal, or decide at once',
    { code: 'suspend_needs_journal' },
  );
}

/** Lets the executor perform an effect. */
export async function carryOut<T>(
  effect: PlacedEffect<T>,
  executor: EffectExecutor,
  abortSignal: AbortSignal,
): Promise<T> {
  return awaitHook(() => executor.execute(effect, abortSignal));
}
