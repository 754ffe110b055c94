import { RlmError } from '@rlm/repl-types';
import { abortHub, awaitHook, nextTurn, untilAborted } from '@rlm/repl-types/internal';

import { linkSignals } from '../platform/abort-linker.js';
import { DeliveryQueue } from './delivery-queue.js';
import type { EffectKeys } from './effect-key.js';
import type {
  Effect,
  EffectExecutor,
  EffectOutcome,
  EffectSeam,
  PlacedEffect,
} from '../contract/effects.js';
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
    run: <T>(effect: Effect<T>): Promise<T> =>
      // What is thrown here rejects it.
      new Promise<T>((resolve, reject) => {
        const step = origin.step();
        const link = linkSignals(origin.abortSignal(), effect.abortSignal);
        if (link.signal.aborted) throw link.signal.reason;
        const key = keys?.next(step, effect.kind, effect.input) ?? '';
        const placed = placeEffect(effect, origin, step, key, keys);
        const fail: (fault: unknown) => void = reject;
        const end = (outcome: EffectOutcome<T>): void => {
          let deliver = (): void => {
            if ('value' in outcome) resolve(outcome.value);
            else fail(outcome.error);
          };
          try {
            placed.costOf?.(outcome);
            if ('value' in outcome && isSuspension(outcome.value)) throw noJournal();
          } catch (fault) {
            deliver = () => {
              fail(fault);
            };
          }
          link.unlink();
          if (link.signal.aborted) deliver();
          else deliveries.put(deliver);
        };
        untilAborted(carryOut(placed, executor, link.signal), link.signal, { hub: abortHub }).then(
          (value) => {
            end({ value });
          },
          (error: unknown) => {
            end({ error });
          },
        );
      }),
  });
}

function noJournal(): RlmError<'suspend_needs_journal'> {
  return new RlmError(
    'suspend() needs a run with a journal: only that can wait for a decision. Pass the option journal, or decide at once',
    { code: 'suspend_needs_journal' },
  );
}

/** Lets the executor perform an effect. */
export function carryOut<T>(
  effect: PlacedEffect<T>,
  executor: EffectExecutor,
  abortSignal: AbortSignal,
): Promise<T> {
  return awaitHook(() => executor.execute(effect, abortSignal));
}
