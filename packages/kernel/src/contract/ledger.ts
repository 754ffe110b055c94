/** The amounts that a budget counts. */
export interface Amounts {
  readonly inputTokens: number;
  /** Of `inputTokens`, those that providers read from their cache. Absent if there were none. */
  readonly cachedInputTokens?: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  /** Calls that cost something: model calls and sub-queries. */
  readonly calls: number;
  /** The sub-queries among `calls`. */
  readonly subQueries: number;
  /**
   * True if part of it is an estimate: calls were aborted or broke off before they reported what
   * they used, or their models report nothing. Absent otherwise.
   */
  readonly estimated?: true;
}

/** What a run used itself, what its children used, and the sum. */
export interface RunUsage {
  readonly own: Amounts;
  readonly children: Amounts;
  readonly total: Amounts;
}

/** Limits of a tree of runs; an absent one does not apply. */
export interface RunLimits {
  /** Input and output together. A loop with a wrap-up keeps a tenth of it for that, or more if a call took more. */
  readonly maxTokens?: number | undefined;
  /** In US dollars; needs `prices`. A loop with a wrap-up keeps a tenth of it for that, or more if a call took more. */
  readonly maxCostUsd?: number | undefined;
  /** Calls of models. A loop with a wrap-up keeps one for that. */
  readonly maxCalls?: number | undefined;
  readonly maxSubQueries?: number | undefined;
  readonly maxDepth?: number | undefined;
  /** Wall-clock time of the tree, from the start of the root. */
  readonly timeoutMs?: number | undefined;
  /**
   * Tokens that one reply may have. A call with a limit on tokens or cost reserves this number, and
   * the provider receives it. One number for all calls, or one for sub-queries (`sub`) and one for
   * all others (`root`). Default 8,192 with a limit on tokens or cost, else no limit.
   */
  readonly maxOutputTokens?: number | ReplyCaps | undefined;
}

/** Tokens that one reply may have, by the purpose of the call. */
export interface ReplyCaps {
  readonly root?: number | undefined;
  readonly sub?: number | undefined;
}

/** What is left of a budget; `Infinity` without a limit. */
export interface BudgetLeft {
  readonly tokens: number;
  readonly costUsd: number;
  readonly calls: number;
  readonly subQueries: number;
  readonly timeMs: number;
}

/** The limit that a reservation would have exceeded. */
export type BudgetLimit =
  | 'max_tokens'
  | 'max_cost'
  | 'max_calls'
  | 'max_sub_queries'
  | 'max_depth'
  | 'timeout';

/** What was counted as spent. */
export interface Booking {
  readonly cost: Partial<Amounts>;
  /** What had been counted before and was taken back. */
  readonly back?: Partial<Amounts>;
}

/**
 * A part of the budget that is reserved for one call. One of its methods must be called, and only
 * the first counts; but a call that was abandoned may still be settled.
 */
export interface Reservation {
  /**
   * Books what the call really used, and releases the rest. `calls` and `subQueries` default to
   * those of the estimate, all else to 0. Returns what it booked, and what it took back of an
   * abandoned call.
   */
  settle(actual: Partial<Amounts>): Booking;
  /**
   * Books what the call is thought to have used, by default all that was reserved: it was aborted,
   * and its provider has not reported it. `settle` corrects this if the provider does so later.
   * `calls` and `subQueries` default to those of the estimate. Returns what it booked.
   */
  abandon(used?: Partial<Amounts>): Booking;
  /** Releases everything: the call was not made. */
  release(): void;
}

/** What the replies of one model have shown, to estimate those that end before they report it. */
export interface SeenReplies {
  /** Undefined before the first reply. */
  readonly largestOutput: number | undefined;
  /** Whether one of them reported reasoning that was not streamed. */
  readonly hidesReasoning: boolean;
  /** Adds a reply: the estimate of its call, and what it used. */
  learn(estimate: Partial<Amounts>, actual: Partial<Amounts>, hidesReasoning?: boolean): void;
  /** An estimate, corrected as by {@link Ledger.forecast}. */
  forecast(estimate: Partial<Amounts>): Partial<Amounts>;
}

/** The account of a whole tree of runs. What is spent and reserved never exceeds the budget. */
export interface Ledger {
  readonly limits: RunLimits;
  /**
   * Reserves an estimate before a call. Throws `BudgetExceededError`, with the limit's name, if it
   * does not fit.
   */
  reserve(estimate: Partial<Amounts>): Reservation;
  /**
   * Reserves what a call needs. If that does not fit because of what calls in flight have reserved,
   * it waits until they have settled; waiting calls are served in their order. `need` returns what
   * the call would reserve if this much is left when no other call is in flight; it may be called
   * several times.
   *
   * Rejects with `BudgetExceededError` if the call does not fit and no call is in flight, and with
   * the reason of `abortSignal`.
   */
  reserveInTurn(
    need: (left: BudgetLeft) => Partial<Amounts>,
    abortSignal: AbortSignal,
  ): Promise<Reservation>;
  /**
   * Tokens that one reply may have, by the limits of this run and of those above it; undefined
   * without such a limit.
   */
  replyCap?(purpose: keyof ReplyCaps): number | undefined;
  /**
   * An estimate corrected by how far earlier calls of the tree exceeded theirs; with a cost once
   * one is known.
   */
  forecast?(estimate: Partial<Amounts>): Partial<Amounts>;
  /** What the replies of a model have shown: in this tree, or in all runs that share its budget. */
  seen?(model: string): SeenReplies;
  /** It is no longer known what is left: every later reservation of the tree throws `reason`. */
  close?(reason: Error): void;
  /**
   * Counts what an earlier owner of the run spent: on a call, or in a child run that had ended. One
   * sub-query of a child is the question itself, which its parent asked.
   */
  book?(booking: Booking, isChild?: boolean): void;
  /** What the tree has spent. */
  spent(): Amounts;
  /** What the tree may still spend, without what is reserved; `Infinity` without a limit. */
  remaining(): BudgetLeft;
}
