import { abortHub, type AbortHub } from './abort-hub.js';

/** The longest time that a timer of the platform can hold, in milliseconds: nearly 25 days. */
export const maxTimerMs: number = 2 ** 31 - 1;

/** Settles as `work` does, or as `make` does once the watcher calls `settle` with it. */
export function until<T>(
  work: Promise<T>,
  watch: (settle: (make: () => T | Promise<T>) => void) => () => void,
): Promise<T> {
  return new Promise<T>((resolve, reject: (error: Error) => void) => {
    const free = watch((make) => {
      try {
        resolve(make());
      } catch (error) {
        reject(error as Error);
      }
    });
    // Nothing is left of the wait when its caller goes on.
    work.then(
      (value) => {
        free();
        resolve(value);
      },
      (error: unknown) => {
        free();
        reject(error as Error);
      },
    );
  });
}

/** What {@link untilAborted} can be given beside the work and its signal. */
export interface AbortedWait {
  /** Called at the abort; what it throws replaces the reason. */
  readonly end?: () => unknown;
  /** The hub that listens; default: the one that all share. */
  readonly hub?: AbortHub;
}

/** Settles as `work` does, or rejects with the signal's reason if it is aborted first. The work itself goes on. */
export function untilAborted<T>(
  work: Promise<T>,
  abortSignal: AbortSignal | undefined,
  { end, hub = abortHub }: AbortedWait = {},
): Promise<T> {
  if (abortSignal === undefined) return work;
  return until(work, (settle) =>
    hub.watch(abortSignal, (reason) => {
      settle(() => {
        end?.();
        throw reason as Error;
      });
    }),
  );
}

/** Calls `expire` after `ms`, unless the returned function is called first. */
export type StartTimer = (ms: number, expire: () => void) => () => void;

const startTimer: StartTimer = (ms, expire) => {
  const timer = setTimeout(expire, ms);
  return () => {
    clearTimeout(timer);
  };
};

/**
 * Settles as `work` does, or as `expire` does if `ms` pass first. The work itself goes on: `expire` returns it to wait
 * longer. No timer is left.
 */
export function untilExpired<T, Late>(
  work: Promise<T>,
  ms: number,
  expire: () => Late | Promise<Late>,
  start: StartTimer = startTimer,
): Promise<T | Late> {
  return until<T | Late>(work, (settle) =>
    start(ms, () => {
      settle(expire);
    }),
  );
}
