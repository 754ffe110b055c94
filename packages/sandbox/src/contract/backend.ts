import type { FinalDialect, ReplLanguage } from '@rlm/repl-types';

import type { HostFrame } from './frames.js';
import type { SandboxLimits } from './limits.js';
import type { LongText, OpenText } from './long-text.js';
import type { Isolation, SandboxBackend } from './session.js';

/**
 * All that a backend provides; `createSandbox` makes a {@link SandboxBackend} of it. Stateless: several sessions start from one.
 * Only `name`, `language` and `spawn` are needed.
 */
export interface Backend {
  readonly name: string;
  readonly language: ReplLanguage;
  /** What really separates code from the host: `require` relies on it. A getter, if more is known after the first start. Default: `none`. */
  readonly isolation?: Isolation | undefined;
  /** Default: it has none. */
  readonly capabilities?: Partial<SandboxBackend['capabilities']> | undefined;
  /** See {@link SandboxBackend.textMemory}. */
  readonly textMemory?: SandboxBackend['textMemory'] | undefined;
  /** Memory that a session takes before anything runs in it, measured; see `maxSessions` of `createSandbox`. Default: not known. */
  readonly sessionBytes?: number | undefined;
  /** The facts that the model needs: language and version, what is missing, how to call host functions. Default: nothing. */
  instructions?(): string;
  /** Whether it can work here; cheap. Default: it can. */
  probe?(): ReturnType<SandboxBackend['probe']>;
  /**
   * Rejects if no child can start here, as far as that costs nothing to find: a package or a program is missing, the limits are too low.
   * Default: there is nothing to find.
   */
  find?(limits: SandboxLimits): Promise<void>;
  /**
   * Identifies the build that snapshots belong to: versions and hashes of interpreter and adapter. Required where
   * `capabilities.snapshot`.
   */
  build?: (() => Promise<string>) | undefined;
  /** Starts a child; returns at once, and never throws. */
  spawn(options: ChildOptions): Child;
}

/** What a child is started with. */
export interface ChildOptions {
  /** Names that code may call; `llm_query_batched` among them is one call with one list. */
  readonly functions: readonly string[];
  /** Under which the code can end; see {@link Child}. */
  readonly dialects: readonly FinalDialect[];
  /** Whether an answer may be null; default: false. */
  readonly acceptsNull?: boolean | undefined;
  readonly limits: SandboxLimits;
  /** Seeds the randomness of the code. */
  readonly seed: string;
  /** A snapshot from the same build: the child starts from it. */
  readonly snapshot?: Uint8Array | undefined;
  /**
   * Files whose texts may be set by `set-file`. Only with `capabilities.files`: the child reads them by their descriptors, and sees
   * nothing else of them.
   */
  readonly files?: readonly ChildFile[] | undefined;
  /** Aborted when the child is no longer wanted before it is ready. It is killed then, too. */
  readonly abortSignal?: AbortSignal | undefined;
  /** Takes each frame of the child, unchecked: any value at all. See {@link GuestFrame}. */
  readonly onFrame: (frame: unknown) => void;
}

/** A file of the host that a child may read. */
export interface ChildFile {
  readonly text: LongText;
  readonly opened: OpenText;
}

/**
 * One interpreter with the variables of one session, most often a process; driven by frames.
 *
 * A child does little on purpose. It starts an interpreter, defines its names, carries frames, stops and ends. The session does the
 * rest: time, budgets, the scheduling of host calls, the record of FINAL, limits of values, recovery.
 *
 * Code finds these names. A child restores them before each cell, in case a cell has overwritten them:
 *
 * - every name in {@link ChildOptions.functions}
 * - `SHOW_VARS()`, which returns (and does not print) a text that lists the user's variables, `name: type` on each line
 * - the class `HostCallError`: a failed call throws one, with the message of its `result` frame
 * - in JavaScript `print` and `console`
 * - by dialect: `FINAL(value)` and `FINAL_VAR(nameOrValue)` for `final`, `SUBMIT(...)` for `submit`, the dict `answer`
 *   = `{"content": "", "ready": False}` for `answer`
 * - every variable that was set as reserved (`context`)
 * - with `capabilities.helpers`, also `grep`, `lines`, `chunk` and `_out`. These are not restored: a value that takes
 *   their name stays, and is a variable. `_out` is the text that the last cell printed (both streams), up to
 *   `wholeOutputChars`. A cell that prints nothing, is refused or names `_out` leaves it as it is
 *
 * The `done` frame of a cell that took such a name says so by a `PreflightFinding` of line 0: `data_restored`,
 * `function_restored`, or, once, `function_replaced` for a name that stays the user's (a helper; in Python also `print`).
 *
 * FINAL and the other finals write their value as JSON inside the child, by captured intrinsics. They send a `final` frame,
 * and then stop the cell: uncatchably if the interpreter can, else by an exception outside the ordinary hierarchy. A value
 * that is cyclic, too deep, not data, or null against `acceptsNull` (alone, or as the only field `answer`) raises a catchable error
 * and gives no final. So do no value, and two for FINAL.
 *
 * `FINAL_VAR("name")` with an identifier takes the variable's value now. An unknown one raises
 * `FINAL_VAR referenced variable 'x' not found in REPL namespace. Available variables: ['a', 'b']` (similar names
 * first, at most 20 and then the count; names that start with `_` are hidden). Any other value is itself the answer
 * (kind `direct`).
 *
 * Under the `answer` dialect, the child sends a `final` frame when the cell ends (even by an error) if `ready` is
 * exactly true and the content is not empty. It then sets `ready` to False, so that an answer is given once. If
 * `answer` is no longer a dict, it is put back, and stderr gets one line that says so.
 */
export interface Child {
  /** Settles when it takes frames; rejects with an RlmError that says what to do. Default: it takes them at once. */
  readonly ready?: Promise<void> | undefined;
  /** Whether a `set-text` frame may hold a {@link TextInPieces} instead of a string. Default: false. */
  readonly takesPieces?: boolean | undefined;
  /** Gives it a frame. Never throws: a child that is gone has said so by `exited`. */
  send(frame: HostFrame): void;
  /**
   * Stops the running cell: uncatchably if the interpreter can, repeatedly if it cannot. It gets no result more. The cell then ends with a `done` frame of
   * status `interrupted`, or the session kills the child after `graceMs`. Has no effect on a later cell, nor where none runs.
   */
  stop(): void;
  /** Ends it at once, whatever it does. Resolves when nothing of it runs any more; twice does no harm. */
  kill(): Promise<void>;
  /** How it ended, by itself or by `kill`; no frame comes after that. Never rejects. */
  readonly exited: Promise<ChildExit>;
}

/** How a child ended. */
export interface ChildExit {
  /** `violation`: it touched something forbidden, and was stopped. `memory`: it ran out of memory beyond repair. */
  readonly kind: 'killed' | 'crashed' | 'violation' | 'memory';
  /** The details, for the error's text. */
  readonly reason: string;
}
