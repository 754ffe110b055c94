import type { ErrorRecord } from '@rlm/repl-types/late/internal';

import type { Amounts, Booking } from './ledger.js';
import type { StopReason } from './stop-reason.js';

/** A long value that stands in a file of its own: the store keeps it under the SHA-256 of its bytes. */
export interface BlobRef {
  /** 64 hexadecimal digits. */
  readonly blob: string;
  readonly bytes: number;
}

/** What a run is made of, for the head of its journal: whatever differs when it is resumed would make it another run. */
export interface RunHead {
  /** `rlm`, `response` or `task`. */
  readonly protocol: string;
  /** SHA-256 of each part that must not change, by its name: `query`, `context.<name>`, `options`. */
  readonly hashes: Readonly<Record<string, string>>;
  /** The sandbox's backend and the build of its engine, where there is one. */
  readonly backend?: { readonly name: string; readonly build: string };
  /** Versions of packages: told, never compared. */
  readonly versions?: Readonly<Record<string, string>>;
}

/** Where a line belongs: the run by its path from the root (`''`), and the step. */
export interface LinePlace {
  readonly path: string;
  readonly step: number;
}

/** The final outcome of an effect. Exactly one of `value`, `blob` and `error` is there. */
export interface EffectRecord extends LinePlace {
  readonly t: 'effect';
  readonly kind: string;
  /** `path/step/kind/sha256(kind, input)#occurrence`. */
  readonly key: string;
  /** Short hashes of the messages that were asked, for the report of a divergence. */
  readonly parts?: readonly string[];
  readonly value?: unknown;
  /** In place of a value over 32 kB: its JSON. */
  readonly blob?: BlobRef;
  readonly error?: ErrorRecord;
  readonly cost?: Partial<Amounts>;
}

/** Written before an effect that must not be repeated is carried out. */
export interface BegunLine extends LinePlace {
  readonly t: 'begun';
  readonly key: string;
}

/** What a call cost that nobody waited for any more. */
export interface SpentLine extends LinePlace, Booking {
  readonly t: 'spent';
}

/** What one execution of code came to: compared, by its hash, when the code runs again on resume. */
export interface CellLine extends LinePlace {
  readonly t: 'cell';
  readonly block: number;
  /** SHA-256 of what the execution gave, times left out. */
  readonly hash: string;
  /** What it gave, and what else is to be known of it: taken from here where it does not run again. */
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
  /** The number of the session's last execution. */
  readonly cells: number;
  /** SHA-256 of the snapshot, as the session gave it. */
  readonly sha256: string;
  /** The snapshot, packed with gzip. */
  readonly blob: BlobRef;
}

/** A bound on time that interrupted the run, at this place. */
export interface CutLine extends LinePlace {
  readonly t: 'cut';
  /** Whether it bounds a part of the run (a step, the wrap-up), which alone is interrupted. */
  readonly isPhase?: boolean;
  readonly stop: Pick<StopReason, 'finishReason' | 'code' | 'message'>;
}

/** A decision of a person that the run waits for. */
export interface WaitLine extends LinePlace {
  readonly t: 'wait';
  readonly key: string;
  readonly request: unknown;
}

/** A line of one run, as a store gives it. */
export type RunLine =
  EffectRecord | BegunLine | SpentLine | CellLine | SnapshotLine | CutLine | WaitLine;

/** A line that is to be written. The store moves a `value` that is long, and the `bytes` of a snapshot, into a blob. */
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
  /** SHA-256 of the answer's JSON; absent where there is none. */
  readonly answer?: string;
  readonly usage: unknown;
  /** How long the run took, over all its owners, in milliseconds. */
  readonly durationMs?: number;
  /**
   * Of a failed run: the key of the effect whose error ended it, or null where it was no effect's. Opened again, the run goes on
   * before that effect. Default: the last effect that was recorded with an error.
   */
  readonly fault?: string | null;
}

/** The lines of one run of the tree. */
export interface EffectStream {
  /** What earlier owners wrote of this run, in the order of delivery. */
  readonly recorded: readonly RunLine[];
  /** Of each of them, how long the run had been worked on when it was written, in milliseconds. Default: not known. */
  readonly recordedMs?: readonly number[];
  /**
   * Resolves when the line is durable; resolves in the order of the calls. Rejects with an `RlmError`: `journal_fenced`
   * where another owner has taken over, `journal_write_failed` where it could not be written.
   */
  append(line: NewLine): Promise<void>;
}

/**
 * Where a tree of runs keeps what it was given, so that a run which was killed can be resumed: the owner's half of a
 * store of `@rlm/journal`. One owner uses it, for one run.
 */
export interface RunJournal {
  readonly runId: string;
  /** What random numbers are seeded by: the id of the first ancestor, which forks keep. */
  readonly seed: string;
  /** New with each journal: the prefix of job ids and idempotency keys. */
  readonly nonce: string;
  /** How long earlier owners have worked on the run, in milliseconds. */
  readonly elapsedMs: number;
  /** How often the run was opened again to go on. Default: 0. */
  readonly resumed?: number;
  /**
   * Whether this is a fork, or another run than that of which the lines were written: the steps of the root before this one
   * are given as they were, and the first one's model may be another.
   */
  readonly forkedAt?: number;
  /** Writes the head, or compares it. Throws `RlmError` `journal_mismatch`, naming what differs. */
  begin(head: RunHead): void;
  /** `''` is the root's; a child's path is made of the short hashes of its effects, joined by `.`. */
  stream(path: string): EffectStream;
  /** The bytes of a blob that a line names. */
  readBlob(ref: BlobRef): Promise<Uint8Array>;
  /** Writes how the run ended; durable when it resolves. */
  end(end: RunEnd): Promise<void>;
  /** Ends this owner's part: what was appended is durable, and another owner may open the run. */
  close(): Promise<void>;
}
