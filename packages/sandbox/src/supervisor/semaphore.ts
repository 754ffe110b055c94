/** Lets at most `limit` tasks run at once; the others wait in the order in which they came. */
export interface Semaphore {
  /** Resolves, with the function that gives the place back, when there is a place; rejects when aborted first. */
  acquire(abortSignal: AbortSignal): Promise<() => void>;
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
    acquire(abortSignal) {
      if (abortSignal.aborted) return Promise.reject(abortSignal.reason as Error);
      if (free > 0) {
        free--;
        return Promise.resolve(once());
      }
      return new Promise((resolve, reject) => {
        const start = (): void => {
          waiting.delete(start);
          abortSignal.removeEventListener('abort', abandon);
          resolve(once());
        };
        const abandon = (): void => {
          waiting.delete(start);
          reject(abortSignal.reason as Error);
        };
        waiting.add(start);
        abortSignal.addEventListener('abort', abandon, { once: true });
      });
    },
  };
}
