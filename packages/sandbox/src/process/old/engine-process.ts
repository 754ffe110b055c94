import { createByteQuota, createSemaphore, untilAborted } from '@rlm/repl-types/internal';

import { createFramePump, type FramePump } from './frame-pump.js';
import { describeExit } from '../describe-exit.js';
import { startInTurn, type SpawnedProcess } from '../spawn.js';
import { SandboxError } from '../../contract/errors.js';
import type { Engine, EngineExit, EngineStart } from './engine.js';
import type { ProcessCommand } from './command.js';
import type { FromProcess, ToProcess } from './protocol.js';
import {
  idleBytes,
  jsonBytes,
  maxDiagnostics,
  snapshotBytes,
  unaskedBytes,
} from './message-bounds.js';
import { OfferedFile } from './offered-file.js';
import { readMessage } from './read-message.js';
import { RemoteEngine } from './remote-engine.js';
import { requireNoHoles } from './require-no-holes.js';
import { alwaysWanted, lost, startMs, StartNotBegun, startsAtOnce } from './start-rules.js';
import { createMessageReader, encodeMessage } from './wire.js';
import { Words, type Patience } from './words.js';

/** What is reported of a process: `onIdle` when its last engine has ended. */
export interface ProcessOptions {
  /** Called with diagnostics of its engines that do not belong to a session. */
  readonly onDiagnostic: (diagnostic: unknown, process: EngineProcess) => void;
  readonly onIdle: (process: EngineProcess) => void;
  /** Keeps a file that an isolated process gives before any guest has run in it. Default: such a file is not taken. */
  readonly keep?: ((content: Uint8Array) => Promise<void>) | undefined;
}

/** A child process of Node.js in which engines run, each with its own workers. */
export class EngineProcess {
  /** Whether the operating system isolates it, which it has tested itself. */
  readonly isIsolated: boolean;
  readonly #process: SpawnedProcess;
  readonly #pump: FramePump;
  readonly #engines = new Map<number, RemoteEngine>();
  readonly #options: ProcessOptions;
  /** Bytes that the snapshots may have which were asked for, by engine: one may arrive after its engine has ended. */
  readonly #snapshots = new Map<number, number>();
  #unasked = createByteQuota(idleBytes);
  #diagnostics = 0;
  readonly #file: OfferedFile;
  #lastEngine = 0;
  #busy = 0;
  #hasStalled = false;
  #exit: EngineExit | undefined;
  readonly #starts = createSemaphore(startsAtOnce);
  readonly #words = new Words();

  private constructor(command: ProcessCommand, guest: SpawnedProcess, options: ProcessOptions) {
    this.#options = options;
    this.isIsolated = command.outside !== undefined;
    this.#file = new OfferedFile(this.isIsolated ? options.keep : undefined);
    this.#process = guest;
    const [socket] = this.#process.sockets;
    this.#pump = createFramePump(socket);
    const bounds = { jsonBytes, partBytes: () => this.#partBytes() };
    const reader = createMessageReader(this.#take.bind(this), this.#violate.bind(this), bounds);
    socket.on('data', (bytes: Buffer) => {
      reader.push(bytes);
    });
    void this.#process.exit.then((exit) => {
      this.#lose(describeExit(exit));
    });
    this.#process.unref();
  }

  /** Starts a process. Rejects, with the process ended, if it does not become ready or is no longer wanted. */
  static async start(
    command: ProcessCommand,
    data: unknown,
    options: ProcessOptions,
    abortSignal?: AbortSignal,
  ): Promise<EngineProcess> {
    abortSignal?.throwIfAborted();
    const own = new EngineProcess(command, await startInTurn(command.guest), options);
    own.#pump.write(command.begin([...own.#process.sockets]));
    try {
      const outside = await command.outside?.();
      const ready = own.#await('ready', {
        ms: startMs.process,
        expire() {
          own.#lose({ kind: 'crashed', reason: `it was not ready within ${startMs.process} ms` });
          void own.#process.kill();
        },
      });
      const { files, sockets } = command.guest;
      const file = files?.length === 1 ? 3 + sockets : undefined;
      own.#say({ type: 'load', data, file, outside });
      const holes = await untilAborted(ready, abortSignal, { end: () => own.end() });
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

  /** Whether it takes further engines. */
  get isOpen(): boolean {
    return !this.isGone && !this.#hasStalled;
  }

  get engineCount(): number {
    return this.#engines.size;
  }

  /** Whether no engine is in it, and no caller waits for its answer. */
  get isIdle(): boolean {
    return this.#engines.size === 0 && this.#busy === 0;
  }

  /** Starts an engine in this process, in its turn; rejects at once if it is no longer wanted. */
  async start({ events, abortSignal, ...given }: EngineStart): Promise<Engine> {
    const { functions, dialects, acceptsNull = false, limits, seed, snapshot } = given;
    const start = { functions, dialects, acceptsNull, limits, seed, snapshot };
    const id = ++this.#lastEngine;
    let isBusy = false;
    const engine = new RemoteEngine(events, given.limits, {
      say: (request, onSent) => {
        if (request.type === 'snapshot') {
          this.#snapshots.set(id, snapshotBytes(given.limits, request.maxBytes));
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
    this.#hold();
    const startNow = (): Promise<unknown> => {
      if (!this.isOpen) throw this.#notBegun();
      const started = this.#await(`started ${id}`, {
        ms: startMs.engine,
        expire: () => {
          this.#stall(id);
        },
      });
      this.#say({ type: 'start', engine: id, start });
      const end = (): void => {
        this.#say({ type: 'kill', engine: id });
      };
      return untilAborted(started, abortSignal, { end });
    };
    try {
      await this.#starts.run(startNow, abortSignal ?? alwaysWanted);
      await this.#file.kept;
      return engine;
    } catch (error) {
      this.#engines.delete(id);
      this.#onIdle();
      throw error;
    } finally {
      this.#release();
    }
  }

  /** The build of its engines. */
  async build(): Promise<string> {
    const built = this.#await('built');
    this.#say({ type: 'build' });
    const build = (await built) as string;
    await this.#file.kept;
    return build;
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
    if (message === undefined) this.#violate('it sent a message of an unknown shape');
    else if (!this.#heed(message) && !this.#unasked.take(unaskedBytes + bytes)) {
      this.#violate('it sent too much without a request');
    }
  }

  /** Passes a message to its waiter; false if there is none. */
  #heed(message: FromProcess): boolean {
    switch (message.type) {
      case 'ready':
        return this.#words.settle('ready', message);
      case 'file':
        return this.#file.take(message.bytes);
      case 'started':
        this.#file.close();
        return this.#words.settle(`started ${message.engine}`, {});
      case 'refused':
        return this.#words.settle(`started ${message.engine}`, message);
      case 'built':
        return this.#words.settle('built', message);
      case 'diagnostic':
        if (this.#diagnostics++ < maxDiagnostics) {
          this.#options.onDiagnostic(message.diagnostic, this);
        }
        return false;
      default: {
        const engine = this.#engines.get(message.engine);
        const isAsked = message.type !== 'snapshot' || this.#snapshots.delete(message.engine);
        if (isAsked) engine?.take(message);
        return isAsked && engine !== undefined;
      }
    }
  }

  /** The bytes that a message may still have beside its JSON. */
  #partBytes(): number {
    const engines = [...this.#engines.values()].map(({ saysBytes }) => saysBytes);
    return Math.max(idleBytes, this.#file.maxBytes, ...engines, ...this.#snapshots.values());
  }

  #violate(reason: string): void {
    this.#lose({ kind: 'violation', reason: `the engines' process was ended: ${reason}` });
    void this.#process.kill();
  }

  /** An engine does not start: its process goes on with those that it has, and takes no more. */
  #stall(id: number): void {
    this.#hasStalled = true;
    const reason = `an engine did not start within ${startMs.engine} ms`;
    this.#words.fail(`started ${id}`, new SandboxError('session_lost', reason));
    this.#say({ type: 'kill', engine: id });
  }

  #notBegun(): SandboxError {
    if (this.#exit !== undefined) return lost(this.#exit, StartNotBegun);
    return new StartNotBegun('session_lost', 'another engine did not start there');
  }

  /** Waits for a word of the process; if it does not come in `most.ms`, `most.expire` is called. */
  async #await(what: string, most?: Patience): Promise<unknown> {
    if (this.#exit !== undefined) throw lost(this.#exit);
    this.#hold();
    try {
      return await this.#words.await(what, most);
    } finally {
      this.#release();
    }
  }

  #onIdle(): void {
    if (this.#engines.size === 0) this.#options.onIdle(this);
  }

  #say(message: ToProcess, onSent?: () => void): void {
    if (this.#exit !== undefined) return;
    this.#unasked = createByteQuota(idleBytes);
    this.#pump.write(encodeMessage(message, onSent));
  }

  #lose(exit: EngineExit): void {
    if (this.#exit !== undefined) return;
    this.#exit = exit;
    this.#words.failAll(lost(exit));
    const engines = [...this.#engines.values()];
    this.#engines.clear();
    // If there were several, the cause is unknown.
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
