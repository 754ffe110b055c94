import { untilAborted } from '@rlm/repl-types/internal';

import type { AbortLinker } from '../platform/abort-linker.js';
import { nextTurn } from '../platform/system.js';
import { EffectKeys } from './effect-key.js';
import type { Effect, EffectExecutor, EffectSeam } from './effects.js';

/** Where the effects of a seam come from. */
export interface SeamOrigin {
  readonly runId: string;
  readonly depth: number;
  /** The step under way. */
  readonly step: () => number;
  /** The signal of the step under way: an effect ends with it. */
  readonly abortSignal: () => AbortSignal;
  readonly linker: AbortLinker;
}

/** One run's seam over the executor of its tree. */
export function createEffectSeam(executor: EffectExecutor, origin: SeamOrigin): EffectSeam {
  const deliveries = new DeliveryQueue();
  const keys = executor.keyed === true ? new EffectKeys(origin.runId) : undefined;
  return Object.freeze({
    async run<T>(effect: Effect<T>): Promise<T> {
      const step = origin.step();
      const link = origin.linker.link(origin.abortSignal(), effect.abortSignal);
      if (link.signal.aborted) throw link.signal.reason;
      const { runId, depth } = origin;
      const key = keys?.next(step, effect.kind, effect.input) ?? '';
      const placed = Object.freeze({ ...effect, runId, depth, step, key });
      const outcome = untilAborted(executor.execute(placed, link.signal), link.signal);
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

/**
 * Delivers results one at a time, in the order in which they came. Between two deliveries the event loop
 * turns once, so that the code that received the last one runs until it is idle (design, section 8).
 */
class DeliveryQueue {
  #waiting: (() => void)[] = [];
  #isBusy = false;

  /** Calls `deliver` when its turn has come. */
  put(deliver: () => void): void {
    this.#waiting.push(deliver);
    if (!this.#isBusy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      const round = this.#waiting;
      this.#waiting = [];
      for (const deliver of round) {
        deliver();
        await nextTurn();
      }
    }
    this.#isBusy = false;
  }
}
