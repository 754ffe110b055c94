/** Changes of something, for those who wait for the next. */
export interface Changes {
  /** Reports a change. */
  readonly tell: () => void;
  /** Resolves at the next change. */
  next(): Promise<void>;
}

/** Creates {@link Changes}. No promise is created while nothing waits. */
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
