import type { FinalDialect, ReplLanguage, REPLResult } from '@rlm/repl-types';
import type { AsyncDisposal, SessionState } from '@rlm/repl-types/internal';

import type { LongText } from './long-text.js';
import type { LimitOptions } from './limits.js';

/**
 * What separates code from the host: WebAssembly, its own process, a context of the same interpreter (`vm`), or nothing.
 * `+os` means that the operating system isolates it too, which was tested.
 */
export type Isolation = 'wasm' | 'wasm+os' | 'process' | 'process+os' | 'vm' | 'none';

/** A value of `require`: an isolation, or `os`, which any isolation by the operating system satisfies. */
export type RequiredIsolation = Isolation | 'os';

/** The context of a call, passed to the host function that serves it. */
export interface HostCallContext {
  /** Aborted when the cell that made the call ends, times out or is aborted. */
  readonly abortSignal: AbortSignal;
}

/**
 * A function of the host that code may call by name. Arguments come by position as JSON data;
 * Python keyword arguments come as one last object. A rejection is a catchable exception in the code.
 */
export type HostFunction = (...args: never[]) => unknown;

/** A host function with details for the model and the scheduler. */
export interface HostFunctionSpec {
  /** Called with the context first, so that it can stop when the cell does. */
  readonly run: (context: HostCallContext, ...args: never[]) => unknown;
}

/** How a session is opened. */
export interface SessionOptions {
  /** The functions that code may call, by name: `llm_query`, tools. */
  readonly functions?: Readonly<Record<string, HostFunction | HostFunctionSpec>> | undefined;
  readonly limits?: LimitOptions | undefined;
  /** Default: `['final', 'submit']`. */
  readonly dialects?: readonly FinalDialect[] | undefined;
  /**
   * Whether code may give `null` or `None`, or an object that has such an `answer` alone, as its answer. Else that is refused in the
   * cell. Default: false.
   */
  readonly acceptsNull?: boolean | undefined;
  /**
   * Refuses to open if the backend's isolation is weaker (`wasm+os` satisfies `wasm`). `os`: the operating system must isolate, by
   * `wasm+os` or `process+os`; it is tried if no session has tried it yet.
   */
  readonly require?: RequiredIsolation | undefined;
  /**
   * Whether each cell is checked before it runs, if the backend can (`capabilities.preflight`). A cell that is certain
   * to fail on a name that nothing can have set is refused (`refused` in its result). Other findings are its
   * `diagnostics`. Default: true.
   */
  readonly preflight?: boolean | undefined;
  /** Seeds the randomness of the code; the same seed gives the same numbers. */
  readonly seed?: string | undefined;
  /** Returns the time that the child's clock shows while a cell runs, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /**
   * Files whose texts `set` will assign. With `capabilities.files` the child reads them itself; without, this is ignored, and
   * `set` sends their text.
   */
  readonly files?: readonly LongText[] | undefined;
  /** Starts from an earlier session's snapshot. */
  readonly snapshot?: SessionSnapshot | undefined;
  /**
   * Whom the session is for. Tenants take turns among those who wait for a place, so that one who opens a thousand sessions does not
   * hold up one who opens a single one. Default: all are one tenant.
   */
  readonly tenant?: string | undefined;
  /**
   * Called when only the start of the session is left: the options are right, the backend is there, its isolation is the required one,
   * and a pool has a place for it. A caller may do something else in the meantime. A backend that does not call it is waited for.
   */
  readonly onPlace?: (() => void) | undefined;
  /** Called when the session has to wait for a place, of its pool or of its kind (`maxSessions`): perhaps for each. */
  readonly onWait?: ((wait: PlaceWait) => void) | undefined;
  /** Aborts the opening, and closes the session when it is aborted later. */
  readonly abortSignal?: AbortSignal | undefined;
}

/** That a session waits for a place. */
export interface PlaceWait {
  /** How many sessions may be open at the same time. */
  readonly max: number;
  /** How many wait, this one included. */
  readonly waiting: number;
}

/** A session's whole state at one moment, as bytes. Trusted data: never take one from outside. */
export interface SessionSnapshot {
  readonly backend: string;
  /** Identifies the interpreter, what it starts from and the adapter: a snapshot opens on the same build only. See {@link SandboxBackend.build}. */
  readonly build: string;
  /** The number of the last cell whose state it holds: the next one's is one more. */
  readonly cells: number;
  readonly bytes: Uint8Array;
  /**
   * SHA-256 of the bytes. If there are more than 16 MiB, it is the SHA-256 of the hexadecimal SHA-256 of each 16 MiB.
   */
  readonly sha256: string;
}

/** How one cell is executed. */
export interface ExecuteOptions {
  readonly abortSignal?: AbortSignal | undefined;
  /**
   * Time that the cell may take, without the time in host calls; default `limits.cellMs`. Bringing a lost session back
   * counts.
   */
  readonly timeoutMs?: number | undefined;
  /** Whether the cell is looked at before it runs. Default: as the session was opened. */
  readonly preflight?: boolean | undefined;
  /**
   * The time that the child's clock shows while the cell runs, in milliseconds since 1970. Default: the result of the
   * session's `now` when the cell starts.
   */
  readonly nowMs?: number | undefined;
  /** Called with the output of the code as it is printed, within the output limit. */
  readonly onOutput?: ((text: string, stream: 'stdout' | 'stderr') => void) | undefined;
}

/** How one of the other calls on a session is made. */
export interface CallOptions {
  /** Ends the call, which rejects with the signal's reason. Its effect may still happen. */
  readonly abortSignal?: AbortSignal | undefined;
  /**
   * Time limit of the call in milliseconds, including bringing the session back; then it rejects with `call_timeout`.
   * Default: 10,000, or `limits.cellMs + limits.graceMs` if that is less; for `set` 60,000.
   */
  readonly timeoutMs?: number | undefined;
}

/** How a variable is set. */
export interface SetOptions extends CallOptions {
  /**
   * Whether cells cannot lose the variable: it has this value again before each cell, and the result of a cell that
   * overwrote or deleted it has the diagnostic `data_restored`. Default: only for `context` and `context_1` (any number).
   */
  readonly isReserved?: boolean | undefined;
}

/** How a snapshot is taken. */
export interface SnapshotOptions extends CallOptions {
  /**
   * The largest snapshot that is wanted, in bytes: a larger one is refused (`value_rejected`), by most backends before it is made.
   * Default: any size.
   */
  readonly maxBytes?: number | undefined;
}

/** A user's variable, as the session can describe it without moving it. */
export interface SessionVariable {
  readonly name: string;
  /** The type's name in the language of the code. */
  readonly typeName: string;
  /** Length of its text form in the child's own measure; -1 if it was not measured. */
  readonly totalLength: number;
  readonly preview: string;
  /** How many items a list, tuple, set or mapping has; missing for anything else, and for objects of JavaScript. */
  readonly items?: number | undefined;
}

/** A REPL that keeps its variables between executions, until it is closed. */
export interface SandboxSession extends AsyncDisposal {
  readonly backend: string;
  readonly language: ReplLanguage;
  /**
   * Runs one cell. Never rejects because of its code; see {@link REPLResult}. The next call brings a lost child
   * back, in that call's time: `session` in the result says what it will find.
   */
  execute(code: string, options?: ExecuteOptions): Promise<REPLResult>;
  /** Puts a value into a variable, as data; a {@link LongText} as its text. */
  set(name: string, value: unknown, options?: SetOptions): Promise<void>;
  /** Takes a variable's value out as JSON data. */
  get(name: string, options?: CallOptions): Promise<unknown>;
  /** The user's variables, in the order of their making. */
  variables(options?: CallOptions): Promise<readonly SessionVariable[]>;
  /**
   * Returns undefined if the session is idle, else a promise that resolves when it may have become idle. It never
   * rejects.
   *
   * A session is idle if no call on it is running. It is also idle if its cell only waits for host functions: it has
   * received every result that is ready, and has made every call that follows from them. Code that computes is not
   * idle.
   *
   * To wait, ask again until it is undefined. Before each time, let a turn of the event loop pass, in which a host
   * function's result reaches the session:
   *
   * @example
   * let busy: Promise<void> | undefined;
   * do {
   *   await busy;
   *   await new Promise((resolve) => setTimeout(resolve));
   *   busy = session.idle();
   * } while (busy !== undefined);
   */
  idle(): Promise<void> | undefined;
  /**
   * The whole state as a snapshot, from which `open` continues, even in another process. Rejects with `unsupported` unless the
   * backend's `capabilities.snapshot` is true; a session that `createSandbox` did not make may lack it then. Takes at most a minute
   * unless `timeoutMs` is set.
   */
  snapshot?: ((options?: SnapshotOptions) => Promise<SessionSnapshot>) | undefined;
  /**
   * A second session with the same state; rejects or is missing as `snapshot` does. It waits for a place, as `open` does.
   */
  fork?: (() => Promise<SandboxSession>) | undefined;
  /** Time for which cells of this session computed so far, in milliseconds, without that in host calls. */
  readonly guestMs?: number | undefined;
  /**
   * Takes back the last cell, which was stopped from outside (by its time or its signal). The session returns to the
   * state before it, by snapshot and replay, as it does automatically if such a cell lost the child. Values `set` after it
   * stay. Resolves with what the next call will find: `kept` if the session is back already, `lost` if the earlier
   * state is no longer known.
   *
   * @throws SandboxError `unsupported` if the last cell was not stopped from outside
   */
  undo?: (() => Promise<SessionState>) | undefined;
  /**
   * Ends the session and frees all that it holds, also a child that is on its way; resolves after a second at the
   * latest. Closing twice does no harm.
   */
  close(): Promise<void>;
}

/** The memory that a text takes in a child while it is set. */
export interface TextMemory {
  /** How many copies there are then: one as the child stores it, each further one in UTF-8. */
  readonly copies: number;
  /** Bytes that a child may take beside `limits.memoryBytes`. */
  readonly besideBytes: number;
}

/** Opens sessions: stateless, cheap to hold, shared between runs. */
export interface SandboxBackend {
  readonly name: string;
  readonly language: ReplLanguage;
  /**
   * The isolation of its sessions. Parts that may be missing on a computer are those that `probe` or a session last
   * found.
   */
  readonly isolation: Isolation;
  readonly capabilities: {
    readonly snapshot: boolean;
    readonly survivesTimeout: boolean;
    /** Whether code can wait for several host calls at once. Default true. */
    readonly concurrentCalls: boolean;
    /**
     * Whether code finds `grep`, `lines` and `chunk` defined, as ordinary names, and `_out`: what the last cell printed,
     * up to a million characters. Default false.
     */
    readonly helpers?: boolean | undefined;
    /** Whether cells are looked at before they run (`preflight` of `open`). Default false. */
    readonly preflight?: boolean | undefined;
    /**
     * Whether children read the files that `open` gets (`files`) by themselves: a text of up to 256 MiB becomes a string, a longer
     * one an object that reads from the file. If false, `set` sends the text of a file. Absent: `set` takes no `LongText`.
     */
    readonly files?: boolean | undefined;
  };
  /** The memory that a text takes in a child while it is set. Runs refuse at once what cannot fit. Default: not known. */
  readonly textMemory?: TextMemory | undefined;
  /** The facts that a model needs about this REPL: its language, what is missing, how to make calls. */
  instructions(): string;
  /** The `build` of its sessions' snapshots, if it has snapshots: snapshots of another build are refused. */
  build?: (() => Promise<string>) | undefined;
  /**
   * Whether this backend can work here, and if not, why. It tries to start, so that `isolation` is correct afterwards.
   */
  probe(): Promise<
    | {
        readonly ok: true;
        /** Why the operating system does not isolate it, if it could: what is missing, and what to install. */
        readonly isolationMissing?: string | undefined;
        /** Files and folders of this computer that code can read, if the backend has any that were named for it. */
        readonly readable?: readonly string[] | undefined;
      }
    | { readonly ok: false; readonly reason: string; readonly hint?: string | undefined }
  >;
  open(options?: SessionOptions): Promise<SandboxSession>;
}
