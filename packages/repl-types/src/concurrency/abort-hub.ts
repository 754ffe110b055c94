/** Passes the abort of a signal to many listeners through a single one: platforms warn about more than a few. */
export interface AbortHub {
  /**
   * Calls `listener` with the reason when the signal is aborted, or at once if it already is. The returned function
   * stops this.
   */
  watch(abortSignal: AbortSignal, listener: (reason: unknown) => void): () => void;
}

/** Creates a hub without listeners. */
export function createAbortHub(): AbortHub {
  const watched = new WeakMap<AbortSignal, Set<(reason: unknown) => void>>();

  function onAbort({ target }: Event): void {
    const abortSignal = target as AbortSignal;
    const listeners = watched.get(abortSignal) ?? [];
    watched.delete(abortSignal);
    // A listener that another one removes is not called.
    for (const listener of listeners) {
      // In an executor, so that a listener that throws does not keep the others from being called: its fault goes unhandled.
      void new Promise(() => {
        listener(abortSignal.reason);
      });
    }
  }

  return {
    watch(abortSignal, given) {
      if (abortSignal.aborted) {
        given(abortSignal.reason);
        return () => undefined;
      }
      // A new function each time, since the same one may listen twice.
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

/** Listens for whoever has no hub of its own: a signal gets one listener, however many runs and calls wait for it. */
export const abortHub: AbortHub = createAbortHub();
