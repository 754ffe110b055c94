import type { EngineExit, EngineStart, InterruptReason, EngineFrame } from './engine.js';

/** Messages of a host to a process of engines; `engine` numbers an engine within its process. */
export type ToProcess =
  | LoadMessage
  | {
      readonly type: 'start';
      readonly engine: number;
      readonly start: Omit<EngineStart, 'events' | 'abortSignal'>;
    }
  | { readonly type: 'frame'; readonly engine: number; readonly frame: EngineFrame }
  | { readonly type: 'interrupt'; readonly engine: number; readonly reason: InterruptReason }
  | { readonly type: 'snapshot'; readonly engine: number; readonly maxBytes: number }
  | { readonly type: 'kill'; readonly engine: number }
  | { readonly type: 'build' };

/** Messages of a process of engines. */
export type FromProcess =
  /** `holes`: forbidden things that it can do, if it should be isolated. */
  | { readonly type: 'ready'; readonly holes?: readonly string[] | undefined }
  | { readonly type: 'started'; readonly engine: number }
  | { readonly type: 'refused'; readonly engine: number; readonly error: RemoteError }
  /** Frames of one engine since the last message, unchecked. */
  | { readonly type: 'frames'; readonly engine: number; readonly frames: readonly unknown[] }
  | {
      readonly type: 'snapshot';
      readonly engine: number;
      readonly bytes?: Uint8Array | undefined;
      readonly error?: RemoteError | undefined;
    }
  | { readonly type: 'exit'; readonly engine: number; readonly exit: EngineExit }
  | { readonly type: 'killed'; readonly engine: number }
  | {
      readonly type: 'built';
      readonly build?: string | undefined;
      readonly error?: RemoteError | undefined;
    }
  /** A file that the host may keep for later processes; said once at most, before the first `started`: no guest has run by then. */
  | { readonly type: 'file'; readonly bytes: Uint8Array }
  | { readonly type: 'diagnostic'; readonly diagnostic: unknown };

/** The answer of a process to something that the host waits for. */
export interface Said {
  readonly build?: string | undefined;
  readonly holes?: unknown;
  readonly error?: RemoteError | undefined;
}

/** An error on its way between processes. */
export interface RemoteError {
  readonly code?: string | undefined;
  readonly message: string;
  /** Of an `InvalidOptionError`: the option. */
  readonly option?: string | undefined;
}

/** The first message: the data for the recipe. */
interface LoadMessage {
  readonly type: 'load';
  readonly data: unknown;
  /** The descriptor of a file that it gets from the host. */
  readonly file?: number | undefined;
  /** If it should be isolated: paths that it must not see. */
  readonly outside?: readonly string[] | undefined;
}
