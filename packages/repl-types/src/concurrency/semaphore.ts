import { createAbortHub, type AbortHub } from './abort-hub.js';

/** Lets a limited number of tasks run at the same time, in the order of their calls. */
export interface Semaphore {
  /** Runs `task` as soon as a slot is free. Rejects with the signal's reason if that is aborted while it waits. */
  run<T>(task: () => Promise<T>, abortSignal: AbortSignal): Promise<T>;
  /** Waits for a slot. The returned function gives it back, once. */
  enter(abortSignal: AbortSignal): Promise<ReleaseSlot>;
  /** Takes a slot, or returns undefined if none is free now. */
  tryEnter(): ReleaseSlot | undefined;
}

/** Gives a slot back. A second call does nothing. */
export type ReleaseSlot = () => void;

/**
 * Creates a semaphore for `limit` tasks.
 *
 * @param hub The hub that it uses to listen for aborts; default: its own.
 */
export function createSemaphore(limit: number, hub: AbortHub = createAbortHub()): Semaphore {
  const waiting = new Set<() => void>();
  let free = limit;

  /** A slot that was taken. Leaving it passes it to the next in the queue. */
  function place(): ReleaseSlot {
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const [next] = waiting;
      if (next === undefined) free += 1;
      else next();
    };
  }

  function tryEnter(): ReleaseSlot | undefined {
    if (free <= 0) return undefined;
    free -= 1;
    return place();
  }

  async function enter(abortSignal: AbortSignal): Promise<ReleaseSlot> {
    abortSignal.throwIfAborted();
    return tryEnter() ?? wait(abortSignal);
  }

  function wait(abortSignal: AbortSignal): Promise<ReleaseSlot> {
    return new Promise((resolve, reject) => {
      const admit = (): void => {
        waiting.delete(admit);
        unwatch();
        resolve(place());
      };
      const unwatch = hub.watch(abortSignal, () => {
        waiting.delete(admit);
        reject(abortSignal.reason as Error);
      });
      waiting.add(admit);
    });
  }

  return {
    enter,
    tryEnter,
    async run(task, abortSignal) {
      abortSignal.throwIfAborted();
      const leave = tryEnter() ?? (await wait(abortSignal));
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}
