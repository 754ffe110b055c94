/** Amounts that a budget counts. */
export interface Amounts {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  /** Calls that cost, of both kinds. */
  readonly calls: number;
  /** Sub-queries out of `calls`. */
  readonly subQueries: number;
}

/** What a run used: by itself, by its children, and both together. */
export interface RunUsage {
  readonly own: Amounts;
  readonly children: Amounts;
  readonly total: Amounts;
}

/** Upper bounds for a tree of runs; an absent one does not bound. */
export interface RunLimits {
  /** Input and output together. */
  readonly maxTokens?: number | undefined;
  readonly maxCostUsd?: number | undefined;
  readonly maxCalls?: number | undefined;
  readonly maxSubQueries?: number | undefined;
  readonly maxDepth?: number | undefined;
  /** Wall time of the tree, from the root's start. */
  readonly timeoutMs?: number | undefined;
  /**
   * Tokens that one reply may have: a call with a limit on tokens or cost reserves as many, and the provider is given the number. One for
   * all calls, or one for sub-queries (`sub`) and one for all others (`root`). Default 8,192 with a limit on tokens or cost, else
   * no limit.
   */
  readonly maxOutputTokens?: number | ReplyCaps | undefined;
}

/** Tokens that one reply may have, by what the call is for. */
export interface ReplyCaps {
  readonly root?: number;
  readonly sub?: number;
}

/** What a budget leaves; `Infinity` without a limit. */
export interface BudgetLeft {
  readonly tokens: number;
  readonly costUsd: number;
  readonly calls: number;
  readonly subQueries: number;
  readonly timeMs: number;
}

/** The bound that a reservation would have broken. */
export type BudgetLimit =
  'max_tokens' | 'max_cost' | 'max_calls' | 'max_sub_queries' | 'max_depth' | 'timeout';

/** What was counted as spent. */
export interface Booking {
  readonly cost: Partial<Amounts>;
  /** What had been counted before, and was taken back. */
  readonly back?: Partial<Amounts>;
}

/**
 * A part of the budget that is set aside for one call. One of its methods must be called; the first counts, but that a
 * call which was abandoned may still be settled.
 */
export interface Reservation {
  /**
   * Books what the call really used, and gives the rest back. `calls` and `subQueries` default to the estimate's, all else to 0.
   * Gives what it booked, and what it took back of an abandoned call.
   */
  settle(actual: Partial<Amounts>): Booking;
  /**
   * Books all that was set aside, and `atLeast` this: the call was aborted, and its provider may go on with it. `settle`
   * corrects it, should the provider say what it came to. Gives what it booked.
   */
  abandon(atLeast?: Partial<Amounts>): Booking;
  /** Gives everything back: the call was not made. */
  release(): void;
}

/** The account of a whole tree of runs. What is spent and reserved never exceeds the budget. */
export interface Ledger {
  readonly limits: RunLimits;
  /** Sets an estimate aside before a call. Throws `BudgetExceededError`, with the limit's name, when it does not fit. */
  reserve(estimate: Partial<Amounts>): Reservation;
  /**
   * Sets aside what a call needs. If it does not fit because of what calls under way have reserved, it waits until they have
   * settled; calls that wait are served in their order. `need` says what the call would set aside if this much is left when no other
   * call is under way; it may be asked several times.
   *
   * Rejects with `BudgetExceededError` if the call does not fit and no call is under way, and with the reason of `abortSignal`.
   */
  reserveInTurn(
    need: (left: BudgetLeft) => Partial<Amounts>,
    abortSignal: AbortSignal,
  ): Promise<Reservation>;
  /** Tokens that one reply may have, by the limits of this run and those above it; undefined if none says so. */
  replyCap?(purpose: keyof ReplyCaps): number | undefined;
  /** An estimate corrected by how far earlier calls of the tree went beyond theirs; with a cost once one is known. */
  forecast?(estimate: Partial<Amounts>): Partial<Amounts>;
  /** Nobody can tell any more what is left: every later reservation of the tree throws `reason`. */
  close?(reason: Error): void;
  /**
   * Counts what an earlier owner of the run spent: on a call, or in a child run that had ended. One sub-query of a child is the
   * question itself, which its parent asked.
   */
  book?(booking: Booking, isChild?: boolean): void;
  /** What the tree has spent. */
  spent(): Amounts;
  /** What the tree may still spend, reservations taken off; `Infinity` where nothing bounds. */
  remaining(): BudgetLeft;
}
