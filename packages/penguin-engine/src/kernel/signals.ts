import type { Clock } from './context.js';

/** A controller that is aborted with its sources, until it is unlinked from them. */
export interface LinkedController {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Forgets the sources, so that a long-lived one does not hold on to this. */
  unlink(): void;
}

/** Links a new controller to `sources`; undefined ones are skipped. */
export function linkedController(
  ...sources: readonly (AbortSignal | undefined)[]
): LinkedController {
  const controller = new AbortController();
  const linked = new Map<AbortSignal, () => void>();
  const unlink = (): void => {
    for (const [source, listener] of linked) source.removeEventListener('abort', listener);
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
    const listener = (): void => {
      abort(source.reason);
    };
    linked.set(source, listener);
    source.addEventListener('abort', listener, { once: true });
  }
  return { signal: controller.signal, abort, unlink };
}

/** Calls `expire` after `ms` on the clock, unless the function that it returns is called first. */
export function startDeadline(clock: Clock, ms: number, expire: () => void): () => void {
  const controller = new AbortController();
  void clock.sleep(ms, controller.signal).then(expire, () => undefined);
  return () => {
    controller.abort();
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
