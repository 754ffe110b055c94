/** Tells many waiters of one signal's abort through a single listener, however many they are. */
export interface AbortHub {
  /** Calls `callback` when the signal is aborted, unless the function given back was called before. */
  watch(abortSignal: AbortSignal, callback: () => void): () => void;
}

/** A hub in which nobody waits yet. */
export function createAbortHub(): AbortHub {
  const waiters = new Map<AbortSignal, { readonly callbacks: Set<() => void>; stop: () => void }>();
  return {
    watch(abortSignal, callback) {
      let waiting = waiters.get(abortSignal);
      if (waiting === undefined) {
        const callbacks = new Set<() => void>();
        const listener = (): void => {
          waiters.delete(abortSignal);
          for (const each of callbacks) each();
        };
        abortSignal.addEventListener('abort', listener, { once: true });
        const stop = (): void => {
          waiters.delete(abortSignal);
          abortSignal.removeEventListener('abort', listener);
        };
        waiting = { callbacks, stop };
        waiters.set(abortSignal, waiting);
      }
      const { callbacks, stop } = waiting;
      callbacks.add(callback);
      return () => {
        callbacks.delete(callback);
        if (callbacks.size === 0) stop();
      };
    },
  };
}
