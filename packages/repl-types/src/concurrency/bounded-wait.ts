import { createAbortHub, type AbortHub } from './abort-hub.js';

/** What {@link untilAborted} can be given beside the work and its signal. */
export interface AbortedWait {
  /** Called at the abort; what it throws replaces the reason. */
  readonly end?: () => unknown;
  /** The hub that listens; default: its own. */
  readonly hub?: AbortHub;
}

/** Settles as `work` does, or rejects with the signal's reason if it is aborted first. The work itself goes on. */
export function untilAborted<T>(
  work: Promise<T>,
  abortSignal: AbortSignal | undefined,
  { end, hub = createAbortHub() }: AbortedWait = {},
): Promise<T> {
  if (abortSignal === undefined) return work;
  return new Promise<T>((resolve, reject: (error: Error) => void) => {
    const unwatch = hub.watch(abortSignal, (reason) => {
      try {
        end?.();
        reject(reason as Error);
      } catch (error) {
        reject(error as Error);
      }
    });
    settleAfter(work, unwatch, resolve, reject);
  });
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
  return new Promise<T | Late>((resolve, reject: (error: Error) => void) => {
    const stop = start(ms, () => {
      try {
        resolve(expire());
      } catch (error) {
        reject(error as Error);
      }
    });
    settleAfter(work, stop, resolve, reject);
  });
}

/** Settles as `work` does; calls `free` first, so that nothing is left when the caller goes on. */
function settleAfter<T>(
  work: Promise<T>,
  free: () => void,
  resolve: (value: T) => void,
  reject: (error: Error) => void,
): void {
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
}
