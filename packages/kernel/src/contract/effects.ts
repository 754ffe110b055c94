import type { Amounts, Booking } from './ledger.js';
import type { SnapshotLine } from './journal.js';

/**
 * The kind of a nondeterministic input, in the protocol's own words: `clock`, `random`, `decision`
 * or `context`, say. It is part of the effect's key.
 */
export type EffectKind = string;

/** How performing an effect ended. */
export type EffectOutcome<T> = { readonly value: T } | { readonly error: unknown };

/** One nondeterministic input: what it asks for, and how to get it if no journal recorded it. */
export interface Effect<T> {
  readonly kind: EffectKind;
  /**
   * What identifies it, as plain data. Its key depends on this content, never on call order.
   */
  readonly input: unknown;
  /**
   * The queue that it waits in: calls of one lane, at one depth, share a limit on concurrency.
   * Default: its kind.
   */
  readonly lane?: string | undefined;
  /**
   * Gets the result. For a journal it must be data that JSON can hold; errors and infinite numbers
   * may be in it. May be called again after an error that `isRetryable` accepts.
   */
  readonly perform: (abortSignal: AbortSignal, call: EffectCall) => Promise<T>;
  readonly abortSignal?: AbortSignal | undefined;
  /**
   * Whether `perform` gives each attempt a signal of its own. Otherwise the executor does, so that
   * listeners which are never removed do not stay with the run. Default false.
   */
  readonly ownSignals?: boolean | undefined;
  /** Ends an attempt that takes longer, with an `EffectTimeoutError`. */
  readonly timeoutMs?: number | undefined;
  /** The option that sets `timeoutMs`, as the caller's program knows it; the error names it. */
  readonly timeoutOption?: string | undefined;
  /** Called once, after it was performed: settles its reservation, and returns what it cost. */
  readonly costOf?: ((outcome: EffectOutcome<T>) => Partial<Amounts> | undefined) | undefined;
  /**
   * Called instead of `perform` and `costOf` if the outcome comes from a journal: books what it
   * cost.
   */
  readonly book?: ((cost: Partial<Amounts>) => void) | undefined;
  /** Whether it may be performed again if it is unknown how far it got. Default true. */
  readonly isRepeatable?: boolean | undefined;
}

/** One effect while it is performed. */
export interface EffectCall {
  /** The effect's key; empty if the run needs no keys. */
  readonly key: string;
  /**
   * A short name made from the key: a child run that the effect starts has it in its id and path.
   * Empty without keys.
   */
  readonly name: string;
  /**
   * Unique to this effect among those of all runs, and the same each time it is performed. Empty
   * without keys.
   */
  readonly idempotencyKey: string;
  /** Reports a cost, or a correction of one, that became known after the outcome. */
  readonly spend: (booking: Booking) => void;
}

/**
 * The seam that every nondeterministic input passes through. Retries and rate limits are below it:
 * an effect has one final outcome. Results are delivered one at a time, in the order in which they
 * arrived; between two deliveries, the code that waits for them runs until it is idle.
 */
export interface EffectSeam {
  run<T>(effect: Effect<T>): Promise<T>;
  /**
   * Waits for work of the caller's own code that is not an effect (a schema that checks, a module
   * that loads): the run is not idle until that work has ended.
   */
  busy<T>(work: Promise<T>): Promise<T>;
  /** What executions of code produced, in a run with a journal. */
  readonly cells?: CellJournal | undefined;
}

/** What an execution of code produced. */
export interface CellNote {
  /** The index of its code block in the step, from 0. */
  readonly block: number;
  /** Its result, as plain data that is the same each time the execution is repeated. */
  readonly value: unknown;
  /**
   * What else a run needs to know of it when it does not run again: data, which may hold errors.
   */
  readonly about?: unknown;
  /** Whether it was stopped from outside: its result would differ, so it does not run again. */
  readonly isStopped?: boolean;
}

/** An execution that does not run again. */
export interface PassedCell {
  readonly value: unknown;
  readonly about: unknown;
  /** What its calls returned to it. */
  readonly given: readonly unknown[];
}

/** The executions of code of one run, and snapshots of the state that they left. */
export interface CellJournal {
  /**
   * The last snapshot that an earlier owner of the run took, if any. No code up to and including
   * its step needs to run.
   */
  readonly snapshot: SnapshotLine | undefined;
  readSnapshot(snapshot: SnapshotLine): Promise<Uint8Array>;
  /**
   * Whether an execution of the present step must not run again: it is before the snapshot, or was
   * stopped.
   */
  isPassed(block: number): boolean;
  /** Returns its recorded result. Its calls are skipped, and their cost is counted. */
  pass(block: number): Promise<PassedCell>;
  /** Records the result of an execution; a repeated one must have the same result. */
  note(cell: CellNote): Promise<void>;
  /** Whether the run is past what earlier owners wrote: only then is a snapshot of any use. */
  readonly isLive: boolean;
  /** Stores the state after an execution of the present step. */
  keepSnapshot(
    snapshot: Pick<SnapshotLine, 'block' | 'backend' | 'build' | 'cells' | 'sha256'> & {
      readonly bytes: Uint8Array;
    },
  ): Promise<void>;
}

/** An attempt at an effect that failed, and that another attempt follows. */
export interface FailedAttempt {
  /** The number of the failed attempt, from 1. */
  readonly attempt: number;
  /** The largest number of attempts. */
  readonly maxAttempts: number;
  readonly error: unknown;
  /** How long the executor waits before the next one, in milliseconds. */
  readonly waitMs: number;
}

/** An effect with its place in a tree of runs. */
export interface PlacedEffect<T> extends Omit<Effect<T>, 'perform'> {
  readonly perform: (abortSignal: AbortSignal) => Promise<T>;
  /** Called by an executor that retries, before it waits: the run publishes an event `retry`. */
  readonly onRetry?: ((failed: FailedAttempt) => void) | undefined;
  readonly runId: string;
  readonly depth: number;
  readonly step: number;
  /**
   * `path/step/kind/sha256(kind, input)#occurrence`; empty unless the executor is `keyed` or the
   * run has a journal.
   */
  readonly key: string;
  /**
   * New with each journal, and so with each run: makes its keys differ from those of other runs.
   */
  readonly nonce: string;
}

/** Performs effects. */
export interface EffectExecutor {
  /**
   * Whether effects need their keys, each of which costs a hash of the effect's input. Default
   * false.
   */
  readonly keyed?: boolean;
  /**
   * Returns the one final outcome of an effect. `abortSignal` may be that of the whole step or run:
   * an executor removes the listeners that it adds.
   */
  execute<T>(effect: PlacedEffect<T>, abortSignal: AbortSignal): Promise<T>;
}
