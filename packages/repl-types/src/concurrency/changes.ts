/** Lets any number of readers wait for the next change of something. */
export interface Changes {
  /** Reports a change. */
  readonly tell: () => void;
  /** Resolves at the next change. Ask for it before you look at what may change. */
  next(): Promise<void>;
}

/** Makes {@link Changes}. All readers share one promise, which is made only if one waits. */
export function createChanges(): Changes {
  let waiting: { readonly next: Promise<void>; readonly resolve: () => void } | undefined;
  return {
    tell() {
      waiting?.resolve();
      waiting = undefined;
    },
    next() {
      if (waiting === undefined) {
        let resolve: () => void = () => undefined;
        const next = new Promise<void>((settle) => (resolve = settle));
        waiting = { next, resolve };
      }
      return waiting.next;
    },
  };
}
