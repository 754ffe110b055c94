import type { FinalSignal } from '@rlm/repl-types';
import type { ExecutionOutcome } from '@rlm/repl-types/internal';

import type { GuestError } from './frames.js';

/** A host call in a replay log: the request, by content, and its result, or the final that ended its cell. */
export interface RecordedCall {
  readonly name: string;
  /** The arguments' JSON text, or its `sha256:` if it is long. */
  readonly args: string;
  readonly outcome:
    | { readonly json: string }
    | { readonly error: GuestError }
    | { readonly final: FinalSignal };
}

/** One assignment by the host. */
export interface RecordedSet {
  readonly type: 'set';
  readonly name: string;
  /** The value: a string as it is, a text in a file by its SHA-256, anything else as JSON text. */
  readonly value:
    | { readonly text: string }
    | { readonly json: string }
    | { readonly file: { readonly sha256: string; readonly bytes: number } };
  /** Present if the host said whether cells can lose the variable. */
  readonly isReserved?: boolean;
}

/** One cell that ran. */
export interface RecordedCell {
  readonly type: 'cell';
  readonly cell: number;
  readonly code: string;
  readonly nowMs: number;
  readonly outcome: ExecutionOutcome;
  /** The printed output, or its `sha256:` if it is long. */
  readonly output: string;
  /** Host calls whose results reached the guest, in the order in which they did. */
  readonly calls: readonly RecordedCall[];
  /**
   * False if the cell was stopped from outside: a deadline is not deterministic, so the cell is left out of a replay.
   */
  readonly isReplayable: boolean;
}

/** The history of a session, as plain data (JSON): enough to rebuild it without asking a model again. */
export interface ReplayLog {
  readonly version: 1;
  readonly backend: string;
  readonly seed: string;
  /** SHA-256 over the whole log: detects accidental changes. It is not a signature. */
  readonly sha256: string;
  readonly entries: readonly (RecordedSet | RecordedCell)[];
}
