import type { LongText, OpenText } from './long-text.js';
import type { PreflightRequest } from './preflight.js';

/**
 * Messages from the host to a child. Values travel as JSON text, large strings as strings; the child decides how
 * they reach its interpreter. Requests carry an `id`, which the answer repeats. At most one request is pending at a time.
 */
export type HostFrame =
  | ExecuteFrame
  | SetTextFrame
  | SetPiecesFrame
  | SetFileFrame
  | SetJsonFrame
  | GetFrame
  | VariablesFrame
  | SnapshotFrame
  | CallResultFrame;

/** Runs one cell; answered by a {@link DoneFrame}. */
export interface ExecuteFrame {
  readonly type: 'execute';
  readonly id: number;
  /** Number of the cell in its session, from 1: tracebacks say `cell 3`. */
  readonly cell: number;
  readonly code: string;
  /** The time that the child's clock shows during the whole cell, in milliseconds since 1970. */
  readonly nowMs: number;
  /** Asks children whose backend claims `capabilities.preflight` to look at the code before they run it. */
  readonly preflight?: PreflightRequest | undefined;
}

/** Assigns a string, which may be 100 MB long; answered by a {@link ReplyFrame}. */
export interface SetTextFrame {
  readonly type: 'set-text';
  readonly id: number;
  readonly name: string;
  readonly text: string;
  /** Whether the child resets the variable to this value before each cell, and reports a cell that took it. */
  readonly isReserved: boolean;
}

/** A text on its way from its file into a child: read piece by piece, while the frame is written. */
export interface TextInPieces extends Pick<OpenText, 'slices'>, Pick<LongText, 'bytes'> {}

/** As {@link SetTextFrame}, with a text that is never in the host's memory as a whole. Only if {@link Child.takesPieces}. */
export interface SetPiecesFrame extends Omit<SetTextFrame, 'text'> {
  readonly text: TextInPieces;
}

/** Assigns a text from one of {@link ChildOptions.files}; answered by a {@link ReplyFrame}. */
export interface SetFileFrame {
  readonly type: 'set-file';
  readonly id: number;
  readonly name: string;
  readonly isReserved: boolean;
  /** The place of the file in {@link ChildOptions.files}. */
  readonly file: number;
  /** Whether the child gets an ordinary string; else an object that reads from the file. */
  readonly asString: boolean;
  /** Where the text begins in the file, in bytes. */
  readonly offset: number;
  readonly bytes: number;
  readonly codePoints: number;
  readonly lines: number;
  /** Code points and line feeds before each block of 262,144 bytes; empty if `asString`. */
  readonly marks: LongText['marks'];
}

/** Assigns a value that is not a string; answered by a {@link ReplyFrame}. */
export interface SetJsonFrame {
  readonly type: 'set-json';
  readonly id: number;
  readonly name: string;
  /** JSON text. */
  readonly json: string;
  readonly isReserved: boolean;
}

/** Asks for a variable's value; answered by a {@link ReplyFrame} whose `json` is the value. */
export interface GetFrame {
  readonly type: 'get';
  readonly id: number;
  readonly name: string;
}

/**
 * Asks for the user's variables; answered by a {@link ReplyFrame} whose `json` is an array of `GuestVariable`: at most 1,000, with
 * previews of at most 500 characters.
 */
export interface VariablesFrame {
  readonly type: 'variables';
  readonly id: number;
}

/**
 * Asks for the whole state, between two cells; answered by a {@link SnapshotReplyFrame}. Only sent to backends with
 * `capabilities.snapshot`.
 */
export interface SnapshotFrame {
  readonly type: 'snapshot';
  readonly id: number;
  /** The largest snapshot that is wanted, in bytes. */
  readonly maxBytes: number;
}

/**
 * The result of a {@link CallFrame}. Results come one at a time, in any order: each after the child has sent `wait`.
 */
export interface CallResultFrame {
  readonly type: 'result';
  /** The `call` number of the call that this answers. */
  readonly call: number;
  /** JSON text of the value, or why the call failed: a `HostCallError` in the code, which can be caught. */
  readonly outcome: { readonly json: string } | { readonly error: GuestError };
}

/**
 * Messages from a child to the host. The session treats each as hostile: shape, size and order are checked, and an
 * invalid frame ends the session (outcome `violation`).
 */
export type GuestFrame =
  | OutputFrame
  | CallFrame
  | WaitFrame
  | FinalFrame
  | DoneFrame
  | ReplyFrame
  | SnapshotReplyFrame;

/**
 * Text that the code printed; characters are code points. For each stream, children send the first
 * `limits.maxOutputChars / 2` characters as they come, coalesced rather than one frame per print. Of the rest they keep
 * the last `maxOutputChars / 2`. They send that tail before `final` and `done`, with the number of characters between as `dropped`.
 * Those in JavaScript use `createOutputBuffer` of `@rlm/repl-types`.
 */
export interface OutputFrame {
  readonly type: 'output';
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
  /** Characters left out directly before `text`; default 0. */
  readonly dropped?: number | undefined;
}

/** The code calls a host function. It goes on until the child sends `wait`: right after it, if the call blocks. */
export interface CallFrame {
  readonly type: 'call';
  /** Numbers calls in their session, from 1, rising. */
  readonly call: number;
  /** One of {@link ChildOptions.functions}. */
  readonly name: string;
  /** JSON text of the array of positional arguments; Python keyword arguments are one last object. */
  readonly args: string;
}

/** Nothing more can run until one of the calls has its result. If there are any, time stands still until then. */
export interface WaitFrame {
  readonly type: 'wait';
}

/**
 * The code called FINAL, FINAL_VAR or SUBMIT, or its `answer` was ready when the cell ended. Sent at the
 * moment of the call, after the output so far, before the code is unwound; output that comes later is dropped. The host records the first of an execution.
 */
export interface FinalFrame {
  readonly type: 'final';
  readonly kind: 'direct' | 'variable' | 'submit';
  /** The variable's name, for `variable` only. */
  readonly name?: string | undefined;
  /**
   * JSON text: the answer, the variable's value, or for `submit` the object of fields. `SUBMIT(42)` gives `{"answer":42}`, `SUBMIT(42, "why")`
   * gives `{"answer":[42,"why"]}`: anything but an object ends the session as `violation`.
   */
  readonly json: string;
}

/** Characters of the last expression's value that are shown; of a longer text the head and the tail. */
export const shownValueChars = 4_000;

/** How many of the user's variables a child lists at most. */
export const maxVariables = 1_000;

/** Characters of a variable's text form that a child's list has at most. */
export const variablePreviewChars = 500;

/** Longest value of a variable that a {@link DoneFrame} carries, as JSON text in bytes. */
export const localValueBytes = 2_048;

/** Most that the values of all variables in a {@link DoneFrame} take, as JSON text in bytes. */
export const allLocalsBytes = 65_536;

/** The cell has ended; nothing of it runs any more. */
export interface DoneFrame {
  readonly type: 'done';
  readonly id: number;
  /**
   * Besides `ok` and `error`: `memory` means that the cell ended with an uncaught out-of-memory error; `interrupted`,
   * that {@link Child.stop} or its own FINAL stopped it; `refused`, that none of it ran because one of its
   * `findings` is certain; `unread`, that none of it ran because it is not code of the language.
   */
  readonly status: 'ok' | 'error' | 'memory' | 'interrupted' | 'refused' | 'unread';
  /** Present for `error`, `unread` and `memory`; optional for `interrupted` (it shows where the code was stopped). */
  readonly error?: GuestError | undefined;
  /**
   * The text of the last expression's value, only for `ok`: as `repr` or an inspector writes it, while the cell still
   * runs, cut at about 4,000 characters (of a text, head and tail stay). A text is in quotes, but that of `SHOW_VARS()`. Absent if there is no
   * such expression, or it has no value (`None`, `undefined`).
   */
  readonly value?: string | undefined;
  /**
   * JSON text of an array of `PreflightFinding`, if preflight found something or the cell took names of the host; at most
   * 64,000 characters.
   */
  readonly findings?: string | undefined;
  /**
   * JSON text of an array of `GuestVariable`: what a {@link VariablesFrame} would be answered now, and the values of short ones. The
   * host does not ask again until something else is requested.
   */
  readonly variables?: string | undefined;
}

/** The answer to `set-text`, `set-json`, `set-file`, `get` or `variables`. */
export interface ReplyFrame {
  readonly type: 'reply';
  readonly id: number;
  /** JSON text of the answer if there is one, or why there is none. */
  readonly outcome: { readonly json?: string } | { readonly error: GuestError };
}

/** The answer to a {@link SnapshotFrame}. */
export interface SnapshotReplyFrame {
  readonly type: 'snapshot';
  readonly id: number;
  /** The whole state; absent, without a copy of it, if it would be larger than `maxBytes`. */
  readonly bytes?: Uint8Array | undefined;
}

/** An exception as it crosses the border: text only, cut by the sender at a few thousand characters. */
export interface GuestError {
  /** The child's own name for it: `ValueError`, `TypeError`. A missing variable is `NameError` / `ReferenceError`. */
  readonly type: string;
  readonly message: string;
  /** Reduced to the lines of the cells, with their source: `cell 3, line 1: return 1 // 0`; may be empty. */
  readonly traceback?: string | undefined;
}

/** One of the user's variables, as the child describes it. */
export interface GuestVariable {
  readonly name: string;
  readonly typeName: string;
  /** Length of its text form in the child's own measure; -1 if measuring would cost too much. */
  readonly totalLength: number;
  /** The first characters of its text form, 500 at most. */
  readonly preview: string;
  /** How many items a collection has; missing for anything else. */
  readonly items?: number | null | undefined;
  /**
   * JSON text of the value, in a {@link DoneFrame} alone: of plain data (nothing, truth values, finite numbers, texts, lists,
   * objects with texts as keys) that takes 2,048 bytes at most; as many as fit into 65,536 together.
   */
  readonly json?: string | undefined;
}
