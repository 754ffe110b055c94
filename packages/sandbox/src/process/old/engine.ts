import type { ReplLanguage } from '@rlm/repl-types';

import type { SandboxLimits } from '../../contract/limits.js';
import type { Isolation, SandboxBackend } from '../../contract/session.js';
import type {
  CallResultFrame,
  ChildDialects,
  ExecuteFrame,
  GetFrame,
  SeedFrame,
  SetFileFrame,
  SetJsonFrame,
  SetPiecesFrame,
  SetTextFrame,
  VariablesFrame,
} from '../../contract/frames.js';
import type { ChildFile } from '../../contract/backend.js';

/** The frames that an engine takes by `send`. */
export type EngineFrame =
  | ExecuteFrame
  | SetTextFrame
  | SetJsonFrame
  | GetFrame
  | VariablesFrame
  | SeedFrame
  | CallResultFrame;

/** Why a running cell is stopped. */
export type InterruptReason = 'deadline' | 'final' | 'abort';

/** One running guest: an interpreter in a worker or a child process, driven by frames. */
export interface Engine {
  /** Gives the guest a frame. Never throws: a guest that is gone has said so through `onExit`. */
  send(frame: EngineFrame): void;
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

/** The start options of a guest. */
export interface EngineStart {
  /** Names that the guest may call; `llm_query_batched` among them is one call with one list. */
  readonly functions: readonly string[];
  readonly dialects: ChildDialects;
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
  readonly files?: readonly ChildFile[] | undefined;
  /** Aborted when the guest is no longer wanted: the engine may stop starting. A guest that arrives later is killed. */
  readonly abortSignal?: AbortSignal | undefined;
  readonly events: EngineEvents;
}

/**
 * A kind of engine, which `childrenOf` turns into a {@link Backend}. Stateless: several sessions start from
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
