import type { CancelScope } from './cancel-scope.js';

/** Lets at most `limit` tasks run at once; the others wait in the order in which they came. */
export interface Semaphore {
  /** Resolves, with the function that gives the place back, when there is a place; rejects when cancelled first. */
  acquire(scope: CancelScope): Promise<() => void>;
}

/** Makes a {@link Semaphore}. */
export function createSemaphore(limit: number): Semaphore {
  let free = limit;
  const waiting = new Set<() => void>();

  const release = (): void => {
    const [next] = waiting;
    if (next === undefined) free++;
    else next();
  };
  const once = (): (() => void) => {
    let isReleased = false;
    return () => {
      if (!isReleased) release();
      isReleased = true;
    };
  };

  return {
    acquire(scope) {
      if (free > 0 && !scope.isCancelled) {
        free--;
        return Promise.resolve(once());
      }
      return new Promise((resolve, reject) => {
        let forget: () => void = () => undefined;
        const start = (): void => {
          waiting.delete(start);
          forget();
          resolve(once());
        };
        waiting.add(start);
        forget = scope.onCancel(() => {
          waiting.delete(start);
          reject(new Error('its cell has ended'));
        });
      });
    },
  };
}
