/** Tells many listeners of one signal's abort through a single listener: platforms warn of more than a few. */
export interface AbortHub {
  /**
   * Calls `listener` with the reason when the signal is aborted (at once where it is already), unless the
   * function that is given back was called before.
   */
  watch(abortSignal: AbortSignal, listener: (reason: unknown) => void): () => void;
}

/** A hub without listeners. */
export function createAbortHub(): AbortHub {
  const watched = new Map<AbortSignal, Set<(reason: unknown) => void>>();

  function onAbort({ target }: Event): void {
    const abortSignal = target as AbortSignal;
    const listeners = watched.get(abortSignal) ?? [];
    watched.delete(abortSignal);
    // One that is unwatched by another is not told any more.
    for (const listener of listeners) listener(abortSignal.reason);
  }

  return {
    watch(abortSignal, given) {
      if (abortSignal.aborted) {
        given(abortSignal.reason);
        return () => undefined;
      }
      // A function of its own: the same one may listen twice.
      const listener = (reason: unknown): void => {
        given(reason);
      };
      let listeners = watched.get(abortSignal);
      if (listeners === undefined) {
        listeners = new Set();
        watched.set(abortSignal, listeners);
        abortSignal.addEventListener('abort', onAbort, { once: true });
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || watched.get(abortSignal) !== listeners) return;
        watched.delete(abortSignal);
        abortSignal.removeEventListener('abort', onAbort);
      };
    },
  };
}

/** What `work` comes to, or the signal's reason when that is aborted first. The work itself goes on. */
export function untilAborted<T>(
  work: Promise<T>,
  abortSignal: AbortSignal,
  hub: AbortHub = createAbortHub(),
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const unwatch = hub.watch(abortSignal, reject);
    work.then(resolve, reject).finally(unwatch);
  });
}
