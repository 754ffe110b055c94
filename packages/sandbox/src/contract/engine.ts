import type { ReplLanguage } from '@rlm/repl-types';

import type { SandboxLimits } from './limits.js';
import type { Isolation, SandboxBackend } from './session.js';
import type { EngineDialects, HostFrame } from './frames.js';

/** Why a running cell is stopped. */
export type InterruptReason = 'deadline' | 'final' | 'abort';

/**
 * One running guest: an interpreter in a worker or a child process, driven by frames.
 *
 * An engine does little on purpose. It starts an interpreter, defines the guest's names, carries frames, stops
 * and kills. Time, budgets, the scheduling of host calls, the record of FINAL, limits of what crosses, recovery,
 * replay and the pool are the supervisor's.
 *
 * What the guest finds defined (engines restore them before each cell, should a cell have overwritten them):
 * every name in {@link EngineStart.functions}; `SHOW_VARS()` (returns, and does not print, a text that lists the
 * user's variables, `name: type` a line); `print` (JavaScript: and `console`); by dialect `FINAL(value)` and
 * `FINAL_VAR(nameOrValue)` for `final`, `SUBMIT(...)` for `submit`, the dict `answer` = `{"content": "", "ready": False}`
 * for `answer`; where `capabilities.helpers`, also `grep`, `lines` and `chunk`, which are not restored: what takes their
 * name stays, and is a variable.
 *
 * FINAL and its kin serialise their value inside the guest, by captured intrinsics, send a `final` frame, and
 * then stop the cell, uncatchably where the engine can (else by an exception outside the ordinary
 * hierarchy). A value that is cyclic, too deep or no data raises a catchable error in the guest and gives no final.
 * `FINAL_VAR("name")` with an identifier takes the variable's value now, an unknown one raises
 * (`FINAL_VAR referenced variable 'x' not found in REPL namespace. Available variables: ['a', 'b']`, close spellings
 * first, at most 20 and then the count, names that start with `_` hidden); any other value is itself the answer (kind `direct`).
 * Under the `answer` dialect a `final` frame is sent when the cell ends (also by an error) with `ready` exactly true and a content
 * that is not empty, and `ready` is False from then on: an answer is given once. An `answer` that is no dict any more is put back, and stderr gets one line that says so.
 */
export interface Engine {
  /** Gives the guest a frame. Never throws: a guest that is gone has said so through `onExit`. */
  send(frame: HostFrame): void;
  /**
   * Asks the running cell to stop: uncatchably if the engine can, repeatedly if it cannot. The cell then
   * ends with a `done` frame of status `interrupted`, or the supervisor kills the engine after `graceMs`.
   * Has no effect on a cell that comes later. Called while no cell runs, it does nothing.
   */
  interrupt(reason: InterruptReason): void;
  /**
   * The guest's whole state, between two cells; undefined, without copying it, where the image would be larger than
   * `mostBytes`. Absent where the engine has no images.
   */
  image?(mostBytes: number): Promise<Uint8Array | undefined>;
  /** Ends the guest at once, whatever it does. Resolves when worker or process is gone; twice does no harm. */
  kill(): Promise<void>;
}

/** What an engine tells its supervisor. */
export interface EngineEvents {
  /** A frame from the guest, unchecked: any value at all. See {@link GuestFrame}. */
  onFrame(frame: unknown): void;
  /** The guest is gone, by itself or by `kill`; called once, nothing follows. */
  onExit(exit: EngineExit): void;
}

/** How a guest ended. */
export interface EngineExit {
  /**
   * `violation`: it touched what it must not, and was stopped; `memory`: it ran out of memory beyond repair;
   * `process-died`: the process that it shared with guests of other sessions died, and nothing says that it was the cause:
   * the session comes back, and a cell that ran is run again, in a guest that is started `alone`.
   */
  readonly kind: 'killed' | 'crashed' | 'violation' | 'memory' | 'process-died';
  /** What is known of it, for the error's text. */
  readonly reason: string;
}

/** What a guest is started with. */
export interface EngineStart {
  /** Names that the guest may call; `llm_query_batched` among them is one call with one list. */
  readonly functions: readonly string[];
  readonly dialects: EngineDialects;
  readonly limits: SandboxLimits;
  /** Seeds the guest's randomness. */
  readonly seed: string;
  /** Bytes that `image()` of the same build gave: the guest starts from them. */
  readonly image?: Uint8Array;
  /** Whether nobody else reads `image`: an engine may then move its memory instead of copying it. */
  readonly ownsImage?: boolean;
  /**
   * Whether the guest must not share a process with those of other sessions: what it is about to do may have ended one.
   * Default false; engines that share none need not look.
   */
  readonly alone?: boolean;
  /** Aborted when nobody wants the guest any more: an engine may stop starting. One that arrives later is killed. */
  readonly abortSignal?: AbortSignal;
  readonly events: EngineEvents;
}

/**
 * A kind of engine: what `defineBackend` turns into a {@link SandboxBackend}. Stateless; several
 * sessions are started from one.
 */
export interface EngineRecipe {
  readonly name: string;
  readonly language: ReplLanguage;
  /** What is known of it by now: `probe` may find more. */
  readonly isolation: Isolation;
  readonly capabilities: SandboxBackend['capabilities'];
  /** What the model must know: language and version, what is missing, how host functions are called. */
  instructions(): string;
  /** Whether it can work here; cheap, and never throws. */
  probe: SandboxBackend['probe'];
  /**
   * Identifies the build that images belong to: versions and hashes of interpreter, boot image and adapter.
   * Required where `capabilities.snapshot`.
   */
  build?(): Promise<string>;
  /** Starts a guest; resolves when it is ready for its first frame. Rejects with an RlmError that says what to do. */
  start(start: EngineStart): Promise<Engine>;
}
