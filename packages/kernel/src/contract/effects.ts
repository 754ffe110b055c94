import type { Amounts, Booking } from './ledger.js';
import type { SnapshotLine } from './journal.js';

/**
 * What kind of nondeterministic input an effect is: a protocol's own word, such as `clock`, `random`,
 * `decision` or `context`. It is part of the effect's key.
 */
export type EffectKind = string;

/** How the carrying out of an effect ended. */
export type EffectOutcome<T> = { readonly value: T } | { readonly error: unknown };

/** One nondeterministic input: what it asks for, and how to get it when it was not recorded. */
export interface Effect<T> {
  readonly kind: EffectKind;
  /** What identifies it: plain data. Its key is content, never call order (design, section 8). */
  readonly input: unknown;
  /** The queue it waits in: calls of one lane, at one depth, share a bound on concurrency. Default: its kind. */
  readonly lane?: string;
  /**
   * Gets the result: for a journal it must be data that JSON keeps, with errors and infinite numbers in it. May be called again
   * after an error that `isRetryable` accepts.
   */
  readonly perform: (abortSignal: AbortSignal, call: EffectCall) => Promise<T>;
  readonly abortSignal?: AbortSignal;
  /** Ends one attempt after this time, with an `EffectTimeoutError`. */
  readonly timeoutMs?: number;
  /** The option that `timeoutMs` comes from, as the caller's program calls it: the error names it. */
  readonly timeoutOption?: string;
  /** Called once, when it was carried out: settles, and tells what it cost. */
  readonly costOf?: (outcome: EffectOutcome<T>) => Partial<Amounts> | undefined;
  /** Called instead of both where the outcome is taken from a journal: books what it had cost. */
  readonly book?: (cost: Partial<Amounts>) => void;
  /** What a process elsewhere needs to carry it out. Default: it is carried out in this one. */
  readonly remote?: RemoteCall;
  /** Whether it may be carried out again when it is not known how far it came. Default true. */
  readonly isRepeatable?: boolean;
}

/** A call of a model that a process elsewhere can make: closures cannot travel. */
export interface RemoteCall {
  /** The model's role (`sub@1`), or its name among those of the run. */
  readonly model: string;
  /** Ends an attempt after this time. */
  readonly timeoutMs?: number;
  /**
   * Called before each attempt, by the executor that sends it: sets aside what it may cost, which may wait for other calls to settle, and
   * gives the request as JSON data, or a promise of it. What it throws is the effect's outcome.
   */
  readonly send: (abortSignal: AbortSignal) => unknown;
  /** Called with the fault of an attempt that failed: books what it may have cost. */
  readonly fail?: (fault: unknown) => void;
}

/** One effect that is being carried out. */
export interface EffectCall {
  /** The effect's key; empty where nobody needs keys. */
  readonly key: string;
  /** The key's name: what a child run that it starts is called in its id and its path. Empty where there are no keys. */
  readonly name: string;
  /** What no other effect of any run has, however often it is carried out; empty where there are no keys. */
  readonly idempotencyKey: string;
  /** Tells of a cost, or a correction of one, that came to light after the outcome. */
  readonly spend: (booking: Booking) => void;
}

/**
 * The seam through which every nondeterministic input passes. Retries and rate limits sit below it: an
 * effect has one final outcome. Results are delivered one at a time, in the order in which they came;
 * between two deliveries the code that waits for them runs until it is idle (design, section 8).
 */
export interface EffectSeam {
  run<T>(effect: Effect<T>): Promise<T>;
  /**
   * Waits for work of the caller's own code that asks for no effect (a schema that checks, a module that is loaded): the run is
   * not idle until it has ended.
   */
  busy<T>(work: Promise<T>): Promise<T>;
  /** What executions of code came to, in a run with a journal. */
  readonly cells?: CellJournal | undefined;
}

/** What an execution of code came to. */
export interface CellNote {
  /** Which of the step's blocks it was, from 0. */
  readonly block: number;
  /** What it gave, as plain data that is the same whenever the execution is repeated. */
  readonly value: unknown;
  /** What else is to be known of it where it does not run again: data, with errors in it. */
  readonly about?: unknown;
  /** Whether it was stopped from outside: it would not come to the same, and does not run again. */
  readonly isStopped?: boolean;
}

/** An execution that does not run again. */
export interface PassedCell {
  readonly value: unknown;
  readonly about: unknown;
  /** What its calls had given it. */
  readonly given: readonly unknown[];
}

/** The executions of code of one run, and snapshots of the state that they left behind. */
export interface CellJournal {
  /** The last snapshot that an earlier owner of the run took, if there is one; its step's code and all before it need not run. */
  readonly snapshot: SnapshotLine | undefined;
  readSnapshot(snapshot: SnapshotLine): Promise<Uint8Array>;
  /** Whether an execution of the present step is not to run again: it lies before the snapshot, or was stopped. */
  isPassed(block: number): boolean;
  /** What it came to then. Its calls are passed over, and what they cost is counted. */
  pass(block: number): Promise<PassedCell>;
  /** Notes what an execution came to; one that was repeated must have come to the same. */
  note(cell: CellNote): Promise<void>;
  /** Whether the run has gone beyond what earlier owners wrote: only then is a snapshot of any use. */
  readonly isLive: boolean;
  /** Keeps the state after an execution of the present step. */
  keepSnapshot(
    snapshot: Pick<SnapshotLine, 'block' | 'backend' | 'build' | 'cells' | 'sha256'> & {
      readonly bytes: Uint8Array;
    },
  ): Promise<void>;
}

/** An attempt at an effect that failed and is followed by another. */
export interface FailedAttempt {
  /** Which one failed, from 1. */
  readonly attempt: number;
  /** The most attempts that there may be. */
  readonly maxAttempts: number;
  readonly error: unknown;
  /** How long the executor waits before the next one, in milliseconds. */
  readonly waitMs: number;
}

/** An effect with its place in a tree of runs. */
export interface PlacedEffect<T> extends Omit<Effect<T>, 'perform'> {
  readonly perform: (abortSignal: AbortSignal) => Promise<T>;
  /** An executor that tries again calls it before it waits: the run publishes an event `retry`. */
  readonly onRetry?: (failed: FailedAttempt) => void;
  readonly runId: string;
  readonly depth: number;
  readonly step: number;
  /** `path/step/kind/sha256(kind, input)#occurrence`; empty unless the executor is `keyed`, or the run has a journal. */
  readonly key: string;
  /** New with each journal, and so with each run: what makes keys differ from those of other runs. */
  readonly nonce: string;
}

/** Performs effects: in this process, or on another machine. */
export interface EffectExecutor {
  /** Whether effects come with their keys, which cost a hash of their input each. Default false. */
  readonly keyed?: boolean;
  /** The one final outcome of an effect. */
  execute<T>(effect: PlacedEffect<T>, abortSignal: AbortSignal): Promise<T>;
}
