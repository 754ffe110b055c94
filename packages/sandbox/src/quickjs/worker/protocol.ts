import type { EngineFrame } from '../../contract/engine.js';
import type { SandboxLimits } from '../../contract/limits.js';
import type { GuestFrame, SetTextFrame } from '../../contract/frames.js';
import type { GuestImage } from './guest-image.js';

/** The start options of a session. */
export interface WorkerStart {
  readonly module: WebAssembly.Module;
  /** The guest's own code. */
  readonly guestSource: string;
  /** Number of the recipe: those of one thread may have different interpreters. */
  readonly recipe: number;
  /** An interpreter that has read the guest's own code, for the first session of a thread; else the thread makes one. */
  readonly image: GuestImage | undefined;
  readonly functions: readonly string[];
  readonly dialects: readonly string[];
  readonly acceptsNull: boolean | undefined;
  readonly seed: string;
  readonly limits: SandboxLimits;
  snapshot: Uint8Array | undefined;
  /** Holds the id of the cell that must stop. */
  readonly interruptFlag: Int32Array;
}

/** A large text arrives in slices, through memory that is used again for each. */
export interface BeginText extends Omit<SetTextFrame, 'type' | 'text'> {
  readonly type: 'begin-text';
  /** Size of the whole text in UTF-8. */
  readonly bytes: number;
  readonly window: SharedArrayBuffer;
}

/** The next slice is in the window. */
interface TextSlice {
  readonly type: 'text-slice';
  readonly bytes: number;
}

/** Requests to a session, besides the frames. */
export type SessionRequest =
  | EngineFrame
  | BeginText
  | TextSlice
  | { readonly type: 'interrupt'; readonly id: number }
  | { readonly type: 'snapshot'; readonly maxBytes: number };

/** Requests to a worker: `open` starts a session, `close` ends it, and `hello` asks a worker without one whether it lives. */
export type WorkerRequest =
  | SessionRequest
  | { readonly type: 'open'; readonly start: WorkerStart }
  | { readonly type: 'close' }
  | { readonly type: 'hello' };

/** Messages of the worker, besides the frames. */
export type WorkerNotice =
  | { readonly type: 'ready' }
  | { readonly type: 'here' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'slice-taken' }
  /** The session is closed: nothing more comes from it. `isSmall`: it leaves little memory to V8's garbage collector. */
  | { readonly type: 'closed'; readonly isSmall: boolean }
  /** The compiled code of the worker's script; sent once, by the first worker. */
  | { readonly type: 'code-cache'; readonly bytes: Uint8Array }
  | { readonly type: 'snapshot'; readonly bytes: Uint8Array | undefined };

/** One message of the worker: everything it had to say since the last. */
export type WorkerMessage = readonly (GuestFrame | WorkerNotice)[];
