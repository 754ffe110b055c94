/** Starts things isolated, or without. */
export interface IsolationPreference<How, Started> {
  /** Whether one has been isolated: from then on, all are. */
  readonly isIsolated: boolean;
  readonly start: (how: How) => Promise<Started>;
}

/** The two ways to start. */
export interface IsolationWays<How, Started> {
  /** Rejects, with the reason, if the started program is not isolated. */
  readonly isolated: (how: How) => Promise<Started>;
  readonly plain: (how: How) => Promise<Started>;
  /** Called after each plain start, with the reason. */
  readonly onFallback: (reason: unknown) => void;
}

/**
 * Starts with isolation if possible, else without. Each start tries isolation. After a first success it is required: a
 * later failure is tried once more, and then rejects.
 */
export function preferIsolation<
  How extends { readonly abortSignal?: AbortSignal | undefined },
  Started,
>({ isolated, plain, onFallback }: IsolationWays<How, Started>): IsolationPreference<How, Started> {
  let isIsolated = false;
  const startIsolated = async (how: How): Promise<Started> => {
    const started = await isolated(how);
    isIsolated = true;
    return started;
  };
  return {
    get isIsolated() {
      return isIsolated;
    },
    async start(how) {
      try {
        return await startIsolated(how);
      } catch (reason) {
        how.abortSignal?.throwIfAborted();
        if (isIsolated) return startIsolated(how);
        const started = await plain(how);
        onFallback(reason);
        return started;
      }
    },
  };
}
