import type { Clock } from './context.js';

/** A controller that is aborted with its sources, until it is unlinked from them. */
export interface LinkedController {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Forgets the sources, so that a long-lived one does not hold on to this. */
  unlink(): void;
}

/**
 * Links controllers to signals. However many are linked to one signal, it gets one listener: platforms
 * warn of more than a few.
 */
export class SignalHub {
  readonly #listeners = new Map<AbortSignal, Set<(reason: unknown) => void>>();
  readonly #onAbort = (event: Event): void => {
    const source = event.target as AbortSignal;
    const listeners = this.#listeners.get(source) ?? [];
    this.#listeners.delete(source);
    for (const listener of [...listeners]) listener(source.reason);
  };

  /** A new controller, linked to `sources`; undefined ones are skipped. */
  link(...sources: readonly (AbortSignal | undefined)[]): LinkedController {
    const controller = new AbortController();
    const linked = new Set<AbortSignal>();
    const unlink = (): void => {
      for (const source of linked) this.#remove(source, abort);
      linked.clear();
    };
    const abort = (reason: unknown): void => {
      unlink();
      if (!controller.signal.aborted) controller.abort(reason);
    };
    for (const source of sources) {
      if (source === undefined || linked.has(source)) continue;
      if (source.aborted) {
        abort(source.reason);
        break;
      }
      linked.add(source);
      this.#add(source, abort);
    }
    return { signal: controller.signal, abort, unlink };
  }

  #add(source: AbortSignal, listener: (reason: unknown) => void): void {
    const listeners = this.#listeners.get(source);
    if (listeners !== undefined) {
      listeners.add(listener);
      return;
    }
    this.#listeners.set(source, new Set([listener]));
    source.addEventListener('abort', this.#onAbort, { once: true });
  }

  #remove(source: AbortSignal, listener: (reason: unknown) => void): void {
    const listeners = this.#listeners.get(source);
    if (listeners === undefined) return;
    listeners.delete(listener);
    if (listeners.size > 0) return;
    this.#listeners.delete(source);
    source.removeEventListener('abort', this.#onAbort);
  }
}

/** Calls `expire` after `ms` on the clock, unless the function that it returns is called first. */
export function startDeadline(clock: Clock, ms: number, expire: () => void): () => void {
  const controller = new AbortController();
  void clock.sleep(ms, controller.signal).then(expire, () => undefined);
  return () => {
    // A reason of its own, since the default is an error with a stack, made for nobody.
    controller.abort('the deadline is off');
  };
}

/** Waits for `work`, but no longer than `signal` allows: then it rejects with the signal's reason. */
export function raceSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const leave = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', leave);
    });
  });
}
