import { createAbortHub, type AbortHub } from './abort-hub.js';

/** Asks identical questions that are under way at the same time only once. */
export interface InFlight {
  /**
   * The result of `ask`, or of an earlier call with the same key that is still under way. When the one
   * that asks is aborted, one of those who wait asks anew.
   */
  run<T>(
    key: string,
    ask: () => Promise<T>,
    abortSignal: AbortSignal,
  ): Promise<{ readonly value: T; readonly shared: boolean }>;
}

interface Leader {
  readonly promise: Promise<unknown>;
  readonly abortSignal: AbortSignal;
}

/** A new, empty table of questions under way. */
export function createInFlight(): InFlight {
  const hub = createAbortHub();
  const leaders = new Map<string, Leader>();
  return {
    async run<T>(key: string, ask: () => Promise<T>, abortSignal: AbortSignal) {
      for (;;) {
        const leader = leaders.get(key);
        if (leader === undefined) break;
        try {
          const value = (await untilAborted(leader.promise, abortSignal, hub)) as T;
          return { value, shared: true };
        } catch (error) {
          if (abortSignal.aborted || !leader.abortSignal.aborted) throw error;
        }
      }
      const promise = ask();
      leaders.set(key, { promise, abortSignal });
      const forget = (): void => void leaders.delete(key);
      promise.then(forget, forget);
      return { value: await promise, shared: false };
    },
  };
}

/** `promise`, or the signal's reason when that is aborted first. */
export async function untilAborted<T>(
  promise: Promise<T>,
  abortSignal: AbortSignal,
  hub: AbortHub = createAbortHub(),
): Promise<T> {
  abortSignal.throwIfAborted();
  let unwatch = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    unwatch = hub.watch(abortSignal, () => {
      reject(abortSignal.reason as Error);
    });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    unwatch();
  }
}
