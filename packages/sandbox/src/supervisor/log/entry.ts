import type { FinalSignal } from '@rlm/repl-types';
import type { ExecutionOutcome } from '@rlm/repl-types/internal';

import type { GuestError } from '../../contract/frames.js';
import type { LongText } from '../../contract/long-text.js';

/** A host call of a cell: the request, by content, and its result, or the final that ended its cell. */
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
  /** The value: a string as it is, a text in a file by the file, anything else as JSON text. */
  readonly value:
    | { readonly text: string }
    | { readonly json: string }
    | { readonly file: LongText };
  /** Present if the host said whether cells can lose the variable. */
  readonly isReserved?: boolean | undefined;
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

/** An entry of a session's history: enough to rebuild the session without asking a model again. */
export type Entry = RecordedSet | RecordedCell;
