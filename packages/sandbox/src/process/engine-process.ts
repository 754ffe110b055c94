import { type ByteBudget, createByteBudget } from '@rlm/repl-types/internal';

import { createFramePump, type FramePump } from '../cpython/wire/frame-pump.js';
import { describeExit } from '../cpython/process/describe-exit.js';
import { startInTurn, type GuestProcess } from '../cpython/process/guest-process.js';
import { SandboxError, type SandboxErrorCode } from '../contract/errors.js';
import type { Engine, EngineExit, EngineStart } from '../contract/engine.js';
import type { ProcessCommand } from './command.js';
import type { FromProcess, RemoteError, Said, ToProcess } from './protocol.js';
import { idleBytes, imageBytes, jsonBytes } from './message-bounds.js';
import { readMessage } from './read-message.js';
import { RemoteEngine } from './remote-engine.js';
import { whileWanted } from '../supervisor/while-wanted.js';
import { requireNoHoles } from './require-no-holes.js';
import { createMessageReader, encodeMessage } from './wire.js';

/**
 * How long a process may take to say that it stands, and an engine in it: ten times what a busy machine takes, which starts Node.js in a
 * second or two, and Python anew in five. With a fifth of a processor that is 5 and 20 s. What stalls is given up, with all that
 * runs in that process, and started again elsewhere; who opens a session may give up earlier by `abortSignal`.
 */
const startMs = { process: 30_000, engine: 60_000 };

/** Who wants to know of a process. */
export interface ProcessOptions {
  /** What its engines have to say beside their sessions. */
  readonly onDiagnostic: (diagnostic: unknown, process: EngineProcess) => void;
  /** The last engine has ended. */
  readonly onIdle: (process: EngineProcess) => void;
}

/** A child process of Node.js in which engines run, each with its own workers. */
export class EngineProcess {
  /** Whether the operating system isolates it, which it has tested itself. */
  readonly isIsolated: boolean;
  readonly #process: GuestProcess;
  readonly #pump: FramePump;
  readonly #engines = new Map<number, RemoteEngine>();
  readonly #options: ProcessOptions;
  /** Bytes that the images may have which were asked for, by engine: one may arrive after its engine has ended. */
  readonly #images = new Map<number, number>();
  #unasked: ByteBudget = createByteBudget(idleBytes);
  #diagnostics = 0;
  #lastEngine = 0;
  #busy = 0;
  #exit: EngineExit | undefined;
  #awaited = new Map<string, Awaited>();

  private constructor(command: ProcessCommand, guest: GuestProcess, options: ProcessOptions) {
    this.#options = options;
    this.isIsolated = command.outside !== undefined;
    this.#process = guest;
    const [socket] = this.#process.sockets;
    if (socket === undefined) throw new Error('a process without its socket');
    this.#pump = createFramePump(socket);
    const reader = createMessageReader(
      (message, bytes) => {
        this.#take(message, bytes);
      },
      (reason) => {
        this.#violate(reason);
      },
      { jsonBytes, partBytes: () => this.#partBytes() },
    );
    socket.on('data', (bytes: Buffer) => {
      reader.push(bytes);
    });
    void this.#process.exit.then((exit) => {
      this.#lose(describeExit(exit));
    });
    this.#process.unref();
  }

  /** Starts a process; rejects, with the process ended, where none comes to stand, or nobody wants it any more. */
  static async start(
    command: ProcessCommand,
    data: unknown,
    options: ProcessOptions,
    abortSignal?: AbortSignal,
  ): Promise<EngineProcess> {
    abortSignal?.throwIfAborted();
    const own = new EngineProcess(command, await startInTurn(command.guest), options);
    own.#pump.write(command.begin(own.#process.sockets));
    try {
      const ready = own.#awaitStart('ready', 'it was not ready', startMs.process);
      const { outside, guest } = command;
      own.#say({
        ...{ type: 'load', data },
        ...(guest.files?.length === 1 && { file: 3 + guest.sockets }),
        ...(outside && { outside }),
      });
      const holes = await whileWanted(abortSignal, ready, () => own.end());
      if (outside !== undefined) requireNoHoles(holes);
      return own;
    } catch (error) {
      await own.end();
      throw error;
    }
  }

  get isGone(): boolean {
    return this.#exit !== undefined;
  }

  get engineCount(): number {
    return this.#engines.size;
  }

  /** Starts an engine in this process; rejects at once when nobody wants it any more. */
  async start({ events, abortSignal, ...given }: EngineStart): Promise<Engine> {
    const { functions, dialects, limits, seed, image } = given;
    const start = { functions, dialects, limits, seed, ...(image === undefined ? {} : { image }) };
    const id = ++this.#lastEngine;
    let isBusy = false;
    const engine = new RemoteEngine(events, given.limits, {
      say: (request, onSent) => {
        if (request.type === 'image') {
          this.#images.set(id, imageBytes(given.limits, request.mostBytes));
        }
        this.#say({ ...request, engine: id }, onSent);
      },
      setBusy: (next) => {
        if (next === isBusy) return;
        isBusy = next;
        if (next) this.#hold();
        else this.#release();
      },
      forget: () => {
        this.#engines.delete(id);
        this.#onIdle();
      },
      giveUp: () => void this.end(),
      violate: (reason) => {
        this.#violate(reason);
      },
    });
    this.#engines.set(id, engine);
    try {
      abortSignal?.throwIfAborted();
      const started = this.#awaitStart(`started ${id}`, 'an engine did not start', startMs.engine);
      this.#say({ type: 'start', engine: id, start });
      await whileWanted(abortSignal, started, () => {
        this.#say({ type: 'kill', engine: id });
      });
      return engine;
    } catch (error) {
      this.#engines.delete(id);
      this.#onIdle();
      throw error;
    }
  }

  /** What identifies the build of the engines there. */
  async build(): Promise<string> {
    const built = this.#await('built');
    this.#say({ type: 'build' });
    return (await built) as string;
  }

  /** Ends the process with all its engines; resolves when it is gone. */
  async end(): Promise<void> {
    // Who waits for the end is not to be left waiting by an event loop that has nothing else to do.
    this.#process.ref();
    await this.#process.kill();
  }

  #take(value: unknown, bytes: number): void {
    if (this.#exit !== undefined) return;
    const message = readMessage(value);
    if (message === undefined) this.#violate('it said what has no known shape');
    else if (!this.#heed(message) && !this.#unasked.take(unaskedBytes + bytes)) {
      this.#violate('it said much that nobody had asked for');
    }
  }

  /** Gives a message to whoever waits for it; false if that is nobody. */
  #heed(message: FromProcess): boolean {
    switch (message.type) {
      case 'ready':
        return this.#settle('ready', message);
      case 'started':
        return this.#settle(`started ${message.engine}`, {});
      case 'refused':
        return this.#settle(`started ${message.engine}`, message);
      case 'built':
        return this.#settle('built', message);
      case 'diagnostic':
        if (this.#diagnostics++ < mostDiagnostics) {
          this.#options.onDiagnostic(message.diagnostic, this);
        }
        return false;
      default: {
        const engine = this.#engines.get(message.engine);
        const isAsked = message.type !== 'image' || this.#images.delete(message.engine);
        if (isAsked) engine?.take(message);
        return isAsked && engine !== undefined;
      }
    }
  }

  /** What may be said now beside the JSON of one message. */
  #partBytes(): number {
    const engines = [...this.#engines.values()].map(({ saysBytes }) => saysBytes);
    return Math.max(idleBytes, ...engines, ...this.#images.values());
  }

  #violate(reason: string): void {
    this.#lose({ kind: 'violation', reason: `the engines' process was ended: ${reason}` });
    void this.#process.kill();
  }

  /** Waits for a word of the process, and gives the process up where it does not come in time. */
  async #awaitStart(what: string, fault: string, mostMs: number): Promise<unknown> {
    const timer = setTimeout(() => {
      this.#lose({ kind: 'crashed', reason: `${fault} within ${mostMs} ms` });
      void this.#process.kill();
    }, mostMs);
    try {
      return await this.#await(what);
    } finally {
      clearTimeout(timer);
    }
  }

  #await(what: string): Promise<unknown> {
    if (this.#exit !== undefined) return Promise.reject(lost(this.#exit));
    this.#hold();
    const awaited = new Promise<unknown>((resolve, reject) => {
      this.#awaited.set(what, { resolve, reject });
    });
    return awaited.finally(() => {
      this.#awaited.delete(what);
      this.#release();
    });
  }

  #onIdle(): void {
    if (this.#engines.size === 0) this.#options.onIdle(this);
  }

  #settle(what: string, { build, holes, error }: Said): boolean {
    const awaited = this.#awaited.get(what);
    if (error === undefined) awaited?.resolve(build ?? holes);
    else awaited?.reject(fromRemote(error));
    return awaited !== undefined;
  }

  #say(message: ToProcess, onSent?: () => void): void {
    if (this.#exit !== undefined) return;
    this.#unasked = createByteBudget(idleBytes);
    this.#pump.write(encodeMessage(message, onSent));
  }

  #lose(exit: EngineExit): void {
    if (this.#exit !== undefined) return;
    this.#exit = exit;
    for (const { reject } of this.#awaited.values()) reject(lost(exit));
    const engines = [...this.#engines.values()];
    this.#engines.clear();
    // Which of several was the cause, nobody knows.
    const isShared = engines.length > 1 && exit.kind !== 'killed';
    const told: EngineExit = isShared ? { ...exit, kind: 'process-died' } : exit;
    for (const engine of engines) engine.lose(told);
  }

  /** While something is under way, the process keeps its host alive; with idle sessions it does not. */
  #hold(): void {
    if (this.#busy++ === 0) this.#process.ref();
  }

  #release(): void {
    if (--this.#busy === 0) this.#process.unref();
  }
}

/** A message that nobody asked for counts as this many bytes more. */
const unaskedBytes = 1_024;

/** Diagnostics of one process that are passed on. */
const mostDiagnostics = 20;

interface Awaited {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

function lost({ reason }: EngineExit): SandboxError {
  return new SandboxError('session_lost', `the engines' process ended: ${reason}`);
}

function fromRemote({ code, message }: RemoteError): SandboxError {
  return new SandboxError((code ?? 'session_lost') as SandboxErrorCode, message);
}
