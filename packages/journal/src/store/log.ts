import type { BlobRef } from '@rlm/kernel';

import type { RunOwner } from '../errors.js';
import type { EndLine, HeadLine, JournalLine } from '../lines/lines.js';
import type { BackendRecords } from './records.js';

/** Consecutive lines of one owner, each as JSON text without its line break. */
export interface LineBatch {
  /** The number of the first. */
  readonly n: number;
  readonly epoch: number;
  readonly texts: readonly string[];
}

/** The log of one run, in the hands of one owner. */
export interface RunLog {
  /** The lines that count now. */
  read(): Promise<JournalLine[]>;
  /**
   * Writes lines with the epoch of the last `open`. Resolves when they are durable, with whether they count. They do
   * not if another owner's `open` came first, or if lines were written that this owner has not seen.
   */
  append(batch: LineBatch): Promise<boolean>;
  /** The same for one `open` line, whose epoch is above that of the last one. */
  appendOpen(batch: LineBatch): Promise<boolean>;
  /** Makes bytes durable by the SHA-256 that they have. */
  writeBlob(hash: string, bytes: Uint8Array): Promise<void>;
  /** Lets go of the run. Never rejects. */
  close(): Promise<void>;
}

/** A run as a store finds it without reading all of it. */
export interface FoundRun {
  readonly runId: string;
  /** Absent if the first line cannot be read. */
  readonly head?: HeadLine | undefined;
  /** The last line that is not `spent`. */
  readonly last?:
    | (Pick<JournalLine, 't'> & Partial<Pick<EndLine, 'status' | 'finishReason'>>)
    | undefined;
  readonly owner?: RunOwner | undefined;
}

/** The operations that differ between kinds of stores; `defineStore` makes a `RunStore` from them. */
export interface LogBackend {
  /** Creates a run with its first lines. Undefined if the id is taken. */
  create(runId: string, owner: OwnerId, texts: readonly string[]): Promise<RunLog | undefined>;
  /** Takes hold of a run. Throws `journal_not_found`, `journal_locked`. */
  open(runId: string, owner: OwnerId, takeOver: boolean): Promise<RunLog>;
  /** The lines of a run that count. Throws `journal_not_found`, `journal_corrupt`. */
  read(runId: string): Promise<JournalLine[]>;
  /** The bytes of a blob; undefined if it does not exist. */
  readBlob(ref: BlobRef): Promise<Uint8Array | undefined>;
  list(): AsyncIterable<FoundRun>;
  /** Texts that are replaced as a whole. A store without them cannot keep the account of a budget. */
  readonly records?: BackendRecords | undefined;
  /** Throws `journal_not_found`, `journal_locked`. */
  remove(runId: string): Promise<void>;
}

/** The identity of an owner, in `open` lines and locks. */
export interface OwnerId {
  readonly by: string;
  readonly pid: number;
  readonly host: string;
}
