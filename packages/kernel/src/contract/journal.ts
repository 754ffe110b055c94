import type { ErrorRecord } from '@rlm/repl-types/internal';

import type { Amounts, Booking } from './ledger.js';
import type { StopReason } from './stop-reason.js';

/** A long value in a file of its own: the store keeps it under the SHA-256 of its bytes. */
export interface BlobRef {
  /** 64 hexadecimal digits. */
  readonly blob: string;
  readonly bytes: number;
}

/** What identifies a run, in the head of its journal: a resumed run must match it. */
export interface RunHead {
  /** `rlm`, `response` or `task`. */
  readonly protocol: string;
  /** SHA-256 of each part that must not change, by its name: `query`, `context.<name>`, `options`. */
  readonly hashes: Readonly<Record<string, string>>;
  /** The sandbox's backend and the build of its engine, if the run has a sandbox. */
  readonly backend?: { readonly name: string; readonly build: string } | undefined;
  /** Versions of packages: for information, never compared. */
  readonly versions?: Readonly<Record<string, string>> | undefined;
}

/** Where a line belongs: the run by its path from the root (`''`), and the step. */
export interface LinePlace {
  readonly path: string;
  readonly step: number;
}

/** The final outcome of an effect. Exactly one of `value`, `blob` and `error` is present. */
export interface EffectRecord extends LinePlace {
  readonly t: 'effect';
  readonly kind: string;
  /** `path/step/kind/sha256(kind, input)#occurrence`. */
  readonly key: string;
  /** Short hashes of the messages of a model call, to report a divergence. */
  readonly parts?: readonly string[] | undefined;
  readonly value?: unknown;
  /** The JSON of a value over 32 kB, in place of `value`. */
  readonly blob?: BlobRef | undefined;
  readonly error?: ErrorRecord | undefined;
  readonly cost?: Partial<Amounts> | undefined;
}

/** Written before an effect that must not be repeated is performed. */
export interface BegunLine extends LinePlace {
  readonly t: 'begun';
  readonly key: string;
}

/** What a call cost whose caller had stopped waiting for it. */
export interface SpentLine extends LinePlace, Booking {
  readonly t: 'spent';
}

/** The result of one execution of code: its hash is compared when the code runs again on resume. */
export interface CellLine extends LinePlace {
  readonly t: 'cell';
  readonly block: number;
  /** SHA-256 of the execution's result, without times. */
  readonly hash: string;
  /** Its result, and what else is recorded of it: read from here if it does not run again. */
  readonly value?: unknown;
  readonly blob?: BlobRef;
  /** Whether it was stopped from outside. */
  readonly isStopped?: boolean;
}

/** The state of a REPL after an execution. */
export interface SnapshotLine extends LinePlace {
  readonly t: 'snapshot';
  readonly block: number;
  readonly backend: string;
  readonly build: string;
  /** The number of the session's last cell. */
  readonly cells: number;
  /** SHA-256 of the snapshot as the session returned it. */
  readonly sha256: string;
  /** The snapshot, compressed with gzip. */
  readonly blob: BlobRef;
}

/** A time limit that interrupted the run, at this place. */
export interface CutLine extends LinePlace {
  readonly t: 'cut';
  /**
   * Whether the limit is on a part of the run (a step, the wrap-up), so that only this part is
   * interrupted.
   */
  readonly isPhase?: boolean;
  readonly stop: Pick<StopReason, 'finishReason' | 'code' | 'message'>;
}

/** What a {@link CutLine} says of an interruption. */
export type Cut = Pick<CutLine, 'stop' | 'isPhase'>;

/** A decision of a person that the run waits for. */
export interface WaitLine extends LinePlace {
  readonly t: 'wait';
  readonly key: string;
  readonly request: unknown;
}

/** A line of one run, as a store returns it. */
export type RunLine =
  | EffectRecord
  | BegunLine
  | SpentLine
  | CellLine
  | SnapshotLine
  | CutLine
  | WaitLine;

/** A line to write. The store moves a long `value`, and the `bytes` of a snapshot, into a blob. */
export type NewLine =
  | Omit<EffectRecord, 'path' | 'blob'>
  | Omit<BegunLine, 'path'>
  | Omit<SpentLine, 'path'>
  | Omit<CellLine, 'path' | 'blob'>
  | (Omit<SnapshotLine, 'path' | 'blob'> & { readonly bytes: Uint8Array })
  | Omit<CutLine, 'path'>
  | Omit<WaitLine, 'path'>;

/** How a run ended. A run without this line can be resumed. */
export interface RunEnd {
  readonly status: string;
  readonly finishReason: string;
  /** SHA-256 of the answer's JSON; absent without an answer. */
  readonly answer?: string | undefined;
  readonly usage: unknown;
  /** How long the run took, over all its owners, in milliseconds. */
  readonly durationMs?: number;
  /**
   * For a failed run: the key of the effect whose error ended it, or null if no effect did. A
   * resumed run goes on before that effect. Default: the last effect that was recorded with an
   * error.
   */
  readonly fault?: string | null | undefined;
}

/** The lines of one run of the tree. */
export interface EffectStream {
  /** What earlier owners wrote about this run, in the order of delivery. */
  readonly recorded: readonly RunLine[];
  /**
   * For each of them, how long the run had worked when it was written, in milliseconds. Default:
   * unknown.
   */
  readonly recordedMs?: readonly number[];
  /**
   * Resolves when the line is durable, in the order of the calls. Rejects with an `RlmError`:
   * `journal_fenced` if another owner has taken over, `journal_write_failed` if the line could not
   * be written.
   */
  append(line: NewLine): Promise<void>;
}

/**
 * Where a tree of runs keeps the inputs that it received, so that a killed run can be resumed: the
 * owner's half of a store of `@rlm/journal`. One owner uses it, for one run.
 */
export interface RunJournal {
  readonly runId: string;
  /** The seed of random numbers: the id of the first ancestor, which forks keep. */
  readonly seed: string;
  /** New with each journal: the prefix of job ids and idempotency keys. */
  readonly nonce: string;
  /** How long earlier owners have worked on the run, in milliseconds. */
  readonly elapsedMs: number;
  /** The data that the program stored with the run, to recreate its options. Default: none. */
  readonly spec?: unknown;
  /**
   * Set by a journal that is only read: why its lines end. The run ends there too (`journal_end`),
   * and calls no model, tool or other effect.
   */
  readonly endsHere?: string;
  /**
   * Set by a journal in an older format: what else there is to say if the run does not replay as the journal has it. One that is only
   * read then gives what it has, in the order in which it has it, whatever the run requests.
   */
  readonly older?: string | undefined;
  /** How often the run was resumed. Default: 0. */
  readonly resumed?: number;
  /** Whether the run has ended, so that it gives its result again without a call. Default: unknown. */
  readonly hasEnded?: boolean;
  /**
   * Set in a fork, whose lines another run wrote: the root's steps before this one are replayed as
   * they were, even if prompt, model or limits differ now.
   */
  readonly forkedAt?: number | undefined;
  /**
   * Writes the head, or compares it with the stored one. Throws `RlmError` `journal_mismatch`,
   * which names what differs.
   */
  begin(head: RunHead): void;
  /**
   * `''` is the root's path; a child's path consists of the short hashes of its effects, joined by
   * `.`.
   */
  stream(path: string): EffectStream;
  /** The bytes of a blob that a line names. */
  readBlob(ref: BlobRef): Promise<Uint8Array>;
  /** Writes how the run ended; durable when it resolves. */
  end(end: RunEnd): Promise<void>;
  /** Ends this owner's part: every appended line is durable, and another owner may open the run. */
  close(): Promise<void>;
}
