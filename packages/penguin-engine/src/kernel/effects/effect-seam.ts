import { untilAborted } from '@rlm/repl-types/concurrency';

import type { SignalHub } from '../platform/abort-linker.js';
import { nextTurn } from '../platform/system.js';
import { EffectKeys } from './effect-key.js';
import type { Effect, EffectExecutor, EffectSeam } from './effects.js';

/** Where the effects of a seam come from. */
export interface SeamPlace {
  readonly runId: string;
  readonly depth: number;
  /** The step under way. */
  readonly step: () => number;
  /** The signal of the step under way: an effect ends with it. */
  readonly abortSignal: () => AbortSignal;
  readonly hub: SignalHub;
}

/** One run's seam over the executor of its tree. */
export function createEffectSeam(executor: EffectExecutor, place: SeamPlace): EffectSeam {
  const delivery = new Delivery();
  const keys = executor.keyed === true ? new EffectKeys(place.runId) : undefined;
  return Object.freeze({
    async run<T>(effect: Effect<T>): Promise<T> {
      const step = place.step();
      const link = place.hub.link(place.abortSignal(), effect.abortSignal);
      if (link.signal.aborted) throw link.signal.reason;
      const { runId, depth } = place;
      const key = keys?.next(step, effect.kind, effect.input) ?? '';
      const placed = Object.freeze({ ...effect, runId, depth, step, key });
      const outcome = untilAborted(executor.execute(placed, link.signal), link.signal);
      return new Promise<T>((resolve) => {
        const hand = (): void => {
          resolve(outcome);
        };
        const deliver = (): void => {
          link.unlink();
          if (link.signal.aborted) hand();
          else delivery.put(hand);
        };
        outcome.then(deliver, deliver);
      });
    },
  });
}

/**
 * Hands results over one at a time, in the order in which they came; between two of them, in one turn of
 * the event loop, whoever got the last one runs until it is idle (design, section 8).
 */
class Delivery {
  #waiting: (() => void)[] = [];
  #busy = false;

  /** Calls `hand` when its turn has come. */
  put(hand: () => void): void {
    this.#waiting.push(hand);
    if (!this.#busy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#busy = true;
    while (this.#waiting.length > 0) {
      const round = this.#waiting;
      this.#waiting = [];
      for (const hand of round) {
        hand();
        await nextTurn();
      }
    }
    this.#busy = false;
  }
}
