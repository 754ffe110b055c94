import { createAbortHub } from './abort-hub.js';

/** Lets a bounded number of tasks run at the same time, in the order of their coming. */
export interface Gate {
  /** Runs `task` when there is room; gives up waiting, with the signal's reason, when that is aborted. */
  run<T>(task: () => Promise<T>, abortSignal: AbortSignal): Promise<T>;
}

/** A gate for `limit` tasks. */
export function createGate(limit: number): Gate {
  const hub = createAbortHub();
  const waiting = new Set<() => void>();
  let running = 0;

  async function enter(abortSignal: AbortSignal): Promise<void> {
    abortSignal.throwIfAborted();
    if (running < limit) {
      running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const admit = (): void => {
        unwatch();
        resolve();
      };
      const unwatch = hub.watch(abortSignal, () => {
        waiting.delete(admit);
        reject(abortSignal.reason as Error);
      });
      waiting.add(admit);
    });
  }

  function exit(): void {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
    } else {
      waiting.delete(next);
      next();
    }
  }

  return {
    async run(task, abortSignal) {
      await enter(abortSignal);
      try {
        return await task();
      } finally {
        exit();
      }
    },
  };
}
