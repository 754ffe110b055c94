/** Wakes whoever waits for the next change of something. */
export interface Signal {
  /** Resolves at the next change. Ask for it before looking at what may change. */
  next(): Promise<void>;
  changed(): void;
}

/** One promise for all who wait: a reader costs nothing while nothing happens. */
export function createSignal(): Signal {
  let wake: () => void = () => undefined;
  let promise: Promise<void> | undefined;
  return {
    next() {
      promise ??= new Promise((resolve) => {
        wake = resolve;
      });
      return promise;
    },
    changed() {
      promise = undefined;
      wake();
    },
  };
}
