import { awaitHook, createAbortHub } from '@rlm/repl-types/internal';

import type { Clock } from './clock.js';

/** A controller that is aborted with its sources, until it is unlinked from them. */
export interface LinkedController {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Forgets the sources, so that a long-lived one does not hold on to this. */
  unlink(): void;
}

/** Links controllers to signals. However many are linked to one signal, it gets one listener. */
export class AbortLinker {
  readonly #hub = createAbortHub();

  /** A new controller, linked to `sources`; undefined ones are skipped. */
  link(...sources: readonly (AbortSignal | undefined)[]): LinkedController {
    const controller = new AbortController();
    const linked = new Map<AbortSignal, () => void>();
    const unlink = (): void => {
      for (const unwatch of linked.values()) unwatch();
      linked.clear();
    };
    const abort = (reason: unknown): void => {
      unlink();
      if (!controller.signal.aborted) controller.abort(reason);
    };
    for (const source of sources) {
      if (source === undefined || linked.has(source)) continue;
      if (controller.signal.aborted) break;
      linked.set(source, this.#hub.watch(source, abort));
    }
    return { signal: controller.signal, abort, unlink };
  }
}

/** Calls `expire` after `ms` on the clock, unless the function that it returns is called first. A clock that fails counts as at its end. */
export function startDeadline(clock: Clock, ms: number, expire: () => void): () => void {
  const controller = new AbortController();
  awaitHook(() => clock.sleep(ms, controller.signal)).then(expire, () => {
    if (!controller.signal.aborted) expire();
  });
  return () => {
    // A reason of its own, since the default is an error with a stack, made for nobody.
    controller.abort('the deadline is off');
  };
}
