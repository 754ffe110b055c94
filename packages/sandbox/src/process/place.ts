import { existsSync } from 'node:fs';

import { messageOf } from '@rlm/repl-types/internal';

import type { Child, ChildOptions } from '../contract/backend.js';
import { defaultLimits } from '../contract/limits.js';
import type { SandboxBackend } from '../contract/session.js';
import { probeFailure, unavailable } from '../host/unavailable.js';
import { type Attempt, type Launch, ProcessChild, type Ready } from './child.js';
import { bootstrap } from './inside/bootstrap.js';
import { type Runtime, startIn } from './find-node.js';
import { isolate, requireNoHoles } from './isolate.js';
import type { ProcessCommand } from './spawn.js';

/** Something that a user may want to know, and that stops nothing. */
export interface IsolationDiagnostic {
  /** The operating system does not isolate the processes of the sessions. */
  readonly code: 'isolation_missing';
  /** What is missing, and what to install. */
  readonly message: string;
}

/** A child that is a script of ours in a Node.js of its own. */
export interface ScriptedChild {
  readonly script: string;
  readonly runtime: Runtime;
  /** Options of a Node.js; Bun gets none. */
  readonly flags: readonly string[];
  /** More of them, that only make it faster: from the moment when a Node.js does not know one, no child gets them. */
  readonly tuning?: readonly string[] | undefined;
  /** Its whole environment. Default: empty. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Files and folders that it reads. */
  readonly readable: readonly string[];
  /** Descriptors of this process that it gets too. */
  readonly files?: readonly number[] | undefined;
  readonly options: object;
  /**
   * The stack of its main thread, in kilobytes, where a shell can set it: deep recursion of an interpreter needs more than the usual
   * eight megabytes. Default: as it comes.
   */
  readonly stackKilobytes?: number | undefined;
  readonly parts?: Launch['parts'];
  /** Called when it is ready, with its walls tested, and with what it has made for later children. */
  onReady?(parts: Ready['parts']): void;
}

/** How the children of one backend are placed. */
export interface Placement {
  /** The backend's name. */
  readonly name: string;
  readonly onDiagnostic: (diagnostic: IsolationDiagnostic) => void;
}

/**
 * Decides for each child of a backend whether the operating system isolates it: it does if it can. Each start tries; after a first
 * success isolation is required, and a later failure is tried once more, and then refused.
 */
export class Place {
  readonly #name: string;
  readonly #onDiagnostic: Placement['onDiagnostic'];
  #isIsolated = false;
  #isTuned = true;
  /** What V8 has made of the script in the first child, before anything of its session ran. */
  #codeCache: Uint8Array | undefined;
  #missing: IsolationDiagnostic | undefined;

  constructor({ name, onDiagnostic }: Placement) {
    this.#name = name;
    this.#onDiagnostic = onDiagnostic;
  }

  /** Whether a child has been isolated: from then on, all are. */
  get isIsolated(): boolean {
    return this.#isIsolated;
  }

  /**
   * Starts a child, isolated or without.
   *
   * @param plan Plans it; may throw a SandboxError that says what is missing.
   */
  spawn(options: ChildOptions, plan: () => ScriptedChild | Promise<ScriptedChild>): Child {
    return new ProcessChild(options, async (attempt, unwanted) => {
      const child = await plan();
      const start = () => this.#start(attempt, unwanted, child);
      return startIn(child.runtime, this.#name, async () => {
        const wasTuned = this.#isTuned;
        try {
          return await start();
        } catch (reason) {
          if (!wasTuned || !messageOf(reason).includes('bad option')) throw reason;
          this.#isTuned = false;
          return start();
        }
      });
    });
  }

  /** What `probe()` says when a child has started here, or could not. */
  async probe(spawn: (options: ChildOptions) => Child): ReturnType<SandboxBackend['probe']> {
    try {
      await startOnce(spawn);
    } catch (error) {
      return probeFailure(error);
    }
    const isolationMissing = this.#isIsolated ? undefined : this.#missing?.message;
    return isolationMissing === undefined ? { ok: true } : { ok: true, isolationMissing };
  }

  async #start(attempt: Attempt, unwanted: AbortSignal, child: ScriptedChild): ReturnType<Attempt> {
    const isolated = async (): ReturnType<Attempt> => {
      const started = await attempt(this.#isolated(child));
      this.#isIsolated = true;
      return started;
    };
    try {
      return await isolated();
    } catch (reason) {
      unwanted.throwIfAborted();
      return this.#isIsolated ? isolated() : this.#startPlain(attempt, child, reason);
    }
  }

  async #startPlain(attempt: Attempt, child: ScriptedChild, reason: unknown): ReturnType<Attempt> {
    const started = await attempt(this.#plain(child));
    const isTold = this.#missing !== undefined;
    this.#missing = isolationMissing(this.#name, reason);
    if (!isTold) this.#onDiagnostic(this.#missing);
    return started;
  }

  #plain(child: ScriptedChild): Launch {
    const { script, runtime, options, parts } = child;
    const wantsCode = this.#codeCache === undefined && !runtime.isBun;
    return {
      name: this.#name,
      command: withStack(this.#commandOf(child), child),
      program: script,
      codeCache: this.#codeCache ?? new Uint8Array(),
      options: () => ({ ...options, wantsCode }),
      parts,
      maxParts: 2,
      check: (ready) => {
        this.#codeCache ??= ready.parts['code'];
        child.onReady?.(ready.parts);
      },
    };
  }

  #commandOf(child: ScriptedChild): ProcessCommand {
    const { runtime, flags, tuning = [], env = {}, files } = child;
    const options = [...stackFlags(child), ...flags, ...(this.#isTuned ? tuning : [])];
    const args = [...(runtime.isBun ? [] : options), '-e', bootstrap];
    return { command: runtime.path, args, env, stops: 'file', files };
  }

  #isolated(child: ScriptedChild): Launch {
    if (child.runtime.isBun) {
      const hint = `name a Node.js: ${this.#name}({ node: '/usr/bin/node' })`;
      throw unavailable('Bun does not run under the filter of system calls', hint);
    }
    const { command, filter, outside } = isolate(this.#commandOf(child), child.readable);
    const plain = this.#plain(child);
    return {
      ...plain,
      command: withStack(command, child),
      options: () => ({ ...plain.options(), outside: outside() }),
      prepare({ sockets }) {
        sockets.at(-1)?.end(filter());
      },
      check(ready) {
        requireNoHoles(ready.head['holes']);
        plain.check(ready);
      },
    };
  }
}

/** Starts a child with the usual limits and ends it: only that shows that it can work here. */
export async function startOnce(spawn: (options: ChildOptions) => Child): Promise<void> {
  const child = spawn({
    functions: [],
    dialects: [],
    limits: defaultLimits,
    seed: '',
    onFrame: () => undefined,
  });
  try {
    await child.ready;
  } finally {
    await child.kill();
  }
}

const shell = '/bin/sh';
/** Of a stack that V8 leaves to others, in kilobytes. */
const ownKilobytes = 4_000;

/** Has V8 use the stack that {@link withStack} gives. */
function stackFlags({ stackKilobytes }: ScriptedChild): readonly string[] {
  if (stackKilobytes === undefined || !existsSync(shell)) return [];
  return [`--stack-size=${stackKilobytes - ownKilobytes}`];
}

/** The same command, begun by a shell that raises the limit of its stack. */
function withStack(command: ProcessCommand, { stackKilobytes }: ScriptedChild): ProcessCommand {
  if (stackKilobytes === undefined || !existsSync(shell)) return command;
  const raise = `ulimit -s ${stackKilobytes} 2>/dev/null; exec "$0" "$@"`;
  return { ...command, command: shell, args: ['-c', raise, command.command, ...command.args] };
}

/** Says what is missing, what to do, and which barrier is left. */
function isolationMissing(backend: string, error: unknown): IsolationDiagnostic {
  const { reason, hint = 'allow user namespaces, which containers and some systems forbid' } =
    probeFailure(error);
  const message =
    `${backend}() runs without isolation by the operating system: ${reason}; to get it, ${hint}. ` +
    `Until then, only the WebAssembly sandbox of V8 keeps code from the files and the network of this user`;
  return Object.freeze({ code: 'isolation_missing', message });
}
