import { createAbortHub, type AbortHub } from './abort-hub.js';

/** Lets a bounded number of tasks run at the same time, in the order in which they ask. */
export interface Gate {
  /** Runs `task` when there is room; gives up waiting, with the signal's reason, when that is aborted. */
  run<T>(task: () => Promise<T>, abortSignal: AbortSignal): Promise<T>;
  /** A place, as soon as there is one; the function that it gives gives the place back, once. */
  enter(abortSignal: AbortSignal): Promise<LeaveGate>;
  /** A place, or undefined where there is none now. */
  tryEnter(): LeaveGate | undefined;
}

/** Gives a place back; a second time does nothing. */
export type LeaveGate = () => void;

/**
 * A gate for `limit` tasks.
 *
 * @param hub Through which it listens for aborts; default: one of its own.
 */
export function createGate(limit: number, hub: AbortHub = createAbortHub()): Gate {
  const waiting = new Set<() => void>();
  let free = limit;

  /** A place that was taken, to be given to the next in the queue. */
  function place(): LeaveGate {
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const [next] = waiting;
      if (next === undefined) free += 1;
      else next();
    };
  }

  function tryEnter(): LeaveGate | undefined {
    if (free <= 0) return undefined;
    free -= 1;
    return place();
  }

  async function enter(abortSignal: AbortSignal): Promise<LeaveGate> {
    abortSignal.throwIfAborted();
    return tryEnter() ?? wait(abortSignal);
  }

  function wait(abortSignal: AbortSignal): Promise<LeaveGate> {
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
      const leave = await enter(abortSignal);
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}
