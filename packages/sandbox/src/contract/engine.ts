import type { ReplLanguage } from '@rlm/repl-types';

import type { SandboxLimits } from './limits.js';
import type { Isolation, SandboxBackend } from './session.js';
import type { EngineDialects, HostFrame, SetFileFrame, SetPiecesFrame } from './frames.js';
import type { LongText, OpenText } from './long-text.js';

/** Why a running cell is stopped. */
export type InterruptReason = 'deadline' | 'final' | 'abort';

/**
 * One running guest: an interpreter in a worker or a child process, driven by frames.
 *
 * An engine does little on purpose. It starts an interpreter, defines the guest's names, carries frames, stops and
 * kills. The supervisor does the rest: time, budgets, the scheduling of host calls, the record of FINAL, limits of
 * values, recovery, replay and the pool.
 *
 * The guest finds these names. Engines restore them before each cell, in case a cell has overwritten them:
 *
 * - every name in {@link EngineStart.functions}
 * - `SHOW_VARS()`, which returns (and does not print) a text that lists the user's variables, `name: type` on each line
 * - in JavaScript `print` and `console`
 * - by dialect: `FINAL(value)` and `FINAL_VAR(nameOrValue)` for `final`, `SUBMIT(...)` for `submit`, the dict `answer`
 *   = `{"content": "", "ready": False}` for `answer`
 * - every variable that was set as reserved (`context`)
 * - with `capabilities.helpers`, also `grep`, `lines`, `chunk` and `_out`. These are not restored: a value that takes
 *   their name stays, and is a variable. `_out` is the text that the last cell printed (both streams), up to
 *   `wholeOutputChars`. A cell that prints nothing, is refused or names `_out` leaves it as it is
 *
 * The `done` frame of a cell that took such a name says so: `data_restored`, `function_restored`, or, once,
 * `function_replaced` for a name that stays the user's (a helper; in Python also `print`).
 *
 * FINAL and the other finals serialise their value inside the guest, by captured intrinsics. They send a `final` frame,
 * and then stop the cell: uncatchably if the engine can, else by an exception outside the ordinary hierarchy. A value
 * that is cyclic, too deep or not data raises a catchable error in the guest and gives no final.
 *
 * `FINAL_VAR("name")` with an identifier takes the variable's value now. An unknown one raises
 * `FINAL_VAR referenced variable 'x' not found in REPL namespace. Available variables: ['a', 'b']` (similar names
 * first, at most 20 and then the count; names that start with `_` are hidden). Any other value is itself the answer
 * (kind `direct`).
 *
 * Under the `answer` dialect, the engine sends a `final` frame when the cell ends (even by an error) if `ready` is
 * exactly true and the content is not empty. It then sets `ready` to False, so that an answer is given once. If
 * `answer` is no longer a dict, it is put back, and stderr gets one line that says so.
 */
export interface Engine {
  /** Gives the guest a frame. Never throws: a guest that is gone has said so through `onExit`. */
  send(frame: HostFrame): void;
  /**
   * Gives the guest the text of a file: in pieces, or as one of {@link EngineStart.files}. Absent if the engine takes a text
   * as a whole only.
   */
  sendFile?: ((frame: SetPiecesFrame | SetFileFrame) => void) | undefined;
  /**
   * Asks the running cell to stop: uncatchably if the engine can, repeatedly if it cannot. The cell then
   * ends with a `done` frame of status `interrupted`, or the supervisor kills the engine after `graceMs`.
   * Has no effect on a cell that comes later. Called while no cell runs, it does nothing.
   */
  interrupt(reason: InterruptReason): void;
  /**
   * The guest's whole state, between two cells. Undefined, without copying it, if the snapshot would be larger than
   * `maxBytes`. Absent if the engine has no snapshots.
   */
  snapshot?: ((maxBytes: number) => Promise<Uint8Array | undefined>) | undefined;
  /** Ends the guest at once, whatever it does. Resolves when nothing of it runs any more; twice does no harm. */
  kill(): Promise<void>;
}

/** Events that an engine reports to its supervisor. */
export interface EngineEvents {
  /** A frame from the guest, unchecked: any value at all. See {@link GuestFrame}. */
  onFrame(frame: unknown): void;
  /** The guest is gone, by itself or by `kill`; called once, nothing follows. */
  onExit(exit: EngineExit): void;
}

/** How a guest ended. */
export interface EngineExit {
  /**
   * `violation`: it touched something forbidden, and was stopped. `memory`: it ran out of memory beyond repair.
   * `process-died`: the process that it shared with guests of other sessions died, and nothing shows that it was the
   * cause. The session then comes back, and a cell that ran is run again, in a guest that is started `alone`.
   */
  readonly kind: 'killed' | 'crashed' | 'violation' | 'memory' | 'process-died';
  /** The details, for the error's text. */
  readonly reason: string;
}

/** A file of the host that a guest may read. */
export interface EngineFile {
  readonly text: LongText;
  readonly opened: OpenText;
}

/** The start options of a guest. */
export interface EngineStart {
  /** Names that the guest may call; `llm_query_batched` among them is one call with one list. */
  readonly functions: readonly string[];
  readonly dialects: EngineDialects;
  /** Whether an answer may be null; default: false. */
  readonly acceptsNull?: boolean | undefined;
  readonly limits: SandboxLimits;
  /** Seeds the guest's randomness. */
  readonly seed: string;
  /** A snapshot from the same build: the guest starts from it. */
  readonly snapshot?: Uint8Array | undefined;
  /** Whether the engine is the only reader of `snapshot`, and may move its memory instead of copying it. */
  readonly ownsSnapshot?: boolean | undefined;
  /**
   * Whether the guest must not share a process with those of other sessions, because it may be about to end one.
   * Default: false. Engines that share no process can ignore it.
   */
  readonly alone?: boolean | undefined;
  /**
   * Files whose texts may be set in the guest by `set-file`. Only for recipes with `capabilities.files`: the guest reads
   * them by their descriptors, and sees nothing else of them.
   */
  readonly files?: readonly EngineFile[] | undefined;
  /** Aborted when the guest is no longer wanted: the engine may stop starting. A guest that arrives later is killed. */
  readonly abortSignal?: AbortSignal | undefined;
  readonly events: EngineEvents;
}

/**
 * A kind of engine, which `defineBackend` turns into a {@link SandboxBackend}. Stateless: several sessions start from
 * one recipe.
 */
export interface EngineRecipe {
  readonly name: string;
  readonly language: ReplLanguage;
  /** The isolation as known so far; `probe` may find more. */
  readonly isolation: Isolation;
  readonly capabilities: SandboxBackend['capabilities'];
  /**
   * Rejects if no guest can start here, as far as that costs nothing to find: a package or a program is missing, the limits are too low.
   * Absent: there is nothing to find.
   */
  find?(limits: SandboxLimits): Promise<void>;
  /** See {@link SandboxBackend.textMemory}. */
  readonly textMemory?: SandboxBackend['textMemory'] | undefined;
  /** The facts that the model needs: language and version, what is missing, how to call host functions. */
  instructions(): string;
  /** Whether it can work here; cheap, and never throws. */
  probe: SandboxBackend['probe'];
  /**
   * Identifies the build that snapshots belong to: versions and hashes of interpreter, boot image and adapter.
   * Required where `capabilities.snapshot`.
   */
  build?: (() => Promise<string>) | undefined;
  /** Starts a guest; resolves when it is ready for its first frame. Rejects with an RlmError that says what to do. */
  start(start: EngineStart): Promise<Engine>;
}
