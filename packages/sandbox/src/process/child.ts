import { setTimeout as sleep } from 'node:timers/promises';

import { InvalidOptionError } from '@rlm/repl-types';
import { isRecord, messageOf, untilAborted, untilExpired } from '@rlm/repl-types/internal';

import type { Child, ChildExit, ChildOptions } from '../contract/backend.js';
import { SandboxError, type SandboxErrorCode } from '../contract/errors.js';
import type { HostFrame } from '../contract/frames.js';
import { headOf } from '../session/slice-text.js';
import {
  decodeGuestFrame,
  encodeBytes,
  encodeFrame,
  encodeHostFrame,
  type FrameHead,
  ownBytes,
  splitPayload,
} from './frames.js';
import { kinds } from './kinds.js';
import { FrameBounds, FramePipe, giveBack } from './pipe.js';
import { type ProcessCommand, type SpawnedProcess, startInTurn } from './spawn.js';
import { saying, tellingLine } from './telling-line.js';

/** How a process is started as a child, and what it must say before it is one. */
export interface Launch {
  /** The backend's name, for the text of an error. */
  readonly name: string;
  readonly command: ProcessCommand;
  /** What it reads first from descriptor 3: its length in four bytes (little-endian), and the text. */
  readonly program: string;
  /** What it reads next, in the same way, if it is a script of ours: its code cache, or nothing. */
  readonly codeCache?: Uint8Array | undefined;
  /** What the session begins with: asked once the process has been started, which takes longer. */
  options(): object;
  /** Raw bytes that the child finds beside the options, by these names. */
  readonly parts?: Readonly<Record<string, Uint8Array>> | undefined;
  /** Gives the process what its walls need. `fail` ends it. */
  prepare?(process: SpawnedProcess, fail: (reason: string) => void): void;
  /** Throws if the child that is ready is not as it must be: a wall is missing. */
  check(ready: Ready): void;
  /** How many parts it may give before it is ready. Default: none. */
  readonly maxParts?: number | undefined;
}

/** What a child says when it is ready. */
export interface Ready {
  readonly head: FrameHead;
  /** Raw bytes that it has made for later children, by name. */
  readonly parts: Readonly<Record<string, Uint8Array | undefined>>;
}

/** A process that is no child: it has crashed, or was not ready in time, and has sent nothing. Its program may be another than it should be. */
export class SilentStart extends SandboxError {
  /** How it ended, and what its stderr says of that. */
  readonly found: string;

  constructor(name: string, how: string, stderr: string) {
    super('session_lost', `${name} could not start: ${saying(how, stderr)}`);
    this.found = saying(how, tellingLine(stderr));
  }
}

/** Tries to make a process the child. Rejects, with that process ended, if it does not become ready as it must be. */
export type Attempt = (launch: Launch) => Promise<FramedProcess>;

/** A child that is a process. */
export class ProcessChild implements Child {
  readonly takesPieces = true;
  readonly ready: Promise<void>;
  readonly exited: Promise<ChildExit>;
  readonly #unwanted = new AbortController();
  #process: FramedProcess | undefined;

  /** @param start Makes attempts, until one succeeds; it rejects if none does, or as soon as the child is no longer wanted. */
  constructor(
    options: ChildOptions,
    start: (attempt: Attempt, unwanted: AbortSignal) => Promise<FramedProcess>,
  ) {
    const { signal } = this.#unwanted;
    const started = (async () => {
      const made = await start((launch) => FramedProcess.start(launch, options, signal), signal);
      this.#process = made;
      // Who has ended the child in this moment did not see its process.
      if (signal.aborted) await made.kill();
      signal.throwIfAborted();
      return made;
    })();
    this.exited = started.then(
      ({ exited }) => exited,
      (error: unknown) => ({
        kind: signal.aborted ? 'killed' : 'crashed',
        reason: messageOf(error),
      }),
    );
    const ready = started.then(() => undefined);
    this.ready = untilAborted(ready, options.abortSignal, { end: () => void this.kill() });
    // Who does not wait for it learns of it by the end.
    this.ready.catch(() => undefined);
  }

  send(frame: HostFrame): void {
    this.#process?.send(frame);
  }

  stop(): void {
    this.#process?.stop();
  }

  async kill(): Promise<void> {
    this.#unwanted.abort(new SandboxError('session_lost', 'it was ended by its host'));
    await this.#process?.kill();
    await this.exited;
  }
}

/** How long a child may take until it is ready: ten times what a busy machine needs. */
const startMs = 60_000;
/** How often a stop is told until its cell has ended: the cell may not have begun. */
const pokeMs = 100;
/** Frames that may be on their way to a child that asks for more: it reads one before it does. */
const maxUnread = 4;

/** A process that is a child: its frames, its stops, its end. */
class FramedProcess {
  readonly #launch: Launch;
  readonly #options: ChildOptions;
  readonly #process: SpawnedProcess;
  readonly #pipe: FramePipe;
  readonly #bounds: FrameBounds;
  /** Raw bytes, for the frame that comes next. */
  #bytes: Uint8Array | undefined;
  /** What it has sent before it was ready. */
  readonly #parts: Uint8Array[] = [];
  /** Settled by the first frame, or with undefined if the process ends before. */
  readonly #ready: Promise<Ready | undefined>;
  #greeted: (ready: Ready | undefined) => void = () => undefined;
  #refused: (error: Error) => void = () => undefined;
  #hasSent = false;
  #running: number | undefined;
  #poking: NodeJS.Timeout | undefined;
  #fault: ChildExit | undefined;

  /** Starts a process; resolves when it is ready. If it does not become that, or is no longer wanted, ends it and rejects. */
  static async start(
    launch: Launch,
    options: ChildOptions,
    unwanted: AbortSignal,
  ): Promise<FramedProcess> {
    unwanted.throwIfAborted();
    const started = new FramedProcess(launch, options, await spawn(launch));
    try {
      await untilAborted(started.#open(), unwanted);
      return started;
    } catch (error) {
      await started.kill();
      throw error;
    }
  }

  private constructor(launch: Launch, options: ChildOptions, process: SpawnedProcess) {
    this.#launch = launch;
    this.#options = options;
    this.#process = process;
    this.#ready = new Promise((resolve, reject) => {
      this.#greeted = resolve;
      this.#refused = reject;
    });
    this.#ready.catch(() => undefined);
    this.#bounds = new FrameBounds(options.limits, launch.maxParts ?? 0);
    this.#pipe = new FramePipe(process.frames, {
      limitOf: (kind) => this.#bounds.limitOf(kind),
      onFrame: (kind, payload) => {
        if (this.#fault === undefined) this.#take(kind, payload);
      },
      onTooLong: (kind, length) => {
        this.#violate(`it announced a frame of ${length} bytes (kind ${kind})`);
      },
    });
    void process.exit.then(() => {
      this.#greeted(undefined);
      this.#stopPoking();
      this.#pipe.close();
    });
  }

  /** How the process ended; never rejects. */
  get exited(): Promise<ChildExit> {
    return this.#process.exit.then((exit) => this.#fault ?? exit);
  }

  send(frame: HostFrame): void {
    if (frame.type === 'execute') this.#running = frame.id;
    if (frame.type === 'snapshot') this.#bounds.expectSnapshot(frame.maxBytes);
    if (frame.type !== 'result') this.#setBusy(true);
    this.#pipe.write(encodeHostFrame(frame));
  }

  stop(): void {
    const id = this.#running;
    if (id === undefined || this.#poking !== undefined) return;
    const poke = (): void => {
      this.#process.stop(id);
    };
    poke();
    this.#poking = setInterval(poke, pokeMs);
    // For a cell that waits for a frame.
    this.#pipe.write(encodeFrame(kinds.stop, JSON.stringify({ id })));
  }

  /** Ends the process, whatever it does; resolves when it is gone. */
  async kill(): Promise<void> {
    this.#stopPoking();
    // Who waits for the end is not to be left waiting by an event loop that has nothing else to do.
    this.#process.ref();
    await this.#process.kill();
  }

  async #open(): Promise<void> {
    const { name, program, codeCache, parts = {}, command } = this.#launch;
    this.#launch.prepare?.(this.#process, (reason) => {
      this.#lose({ kind: 'crashed', reason });
    });
    this.#pipe.write(withLength(Buffer.from(program)));
    if (codeCache !== undefined) this.#pipe.write(withLength(codeCache));
    const files = (command.files ?? []).map((_, at) => 5 + (command.sockets ?? 0) + at);
    const given = { ...this.#launch.options(), files, parts: Object.keys(parts) };
    this.#pipe.write(encodeFrame(kinds.open, JSON.stringify(given)));
    for (const part of Object.values(parts)) this.#pipe.write(encodeBytes(kinds.bytes, part));
    const ready = await untilExpired(this.#ready, startMs, () => undefined);
    if (ready === undefined) throw await this.#whyNotReady(name);
    this.#launch.check(ready);
    this.#bounds.setReady();
    this.#process.unref();
  }

  async #whyNotReady(name: string): Promise<SandboxError> {
    const exit = await Promise.race([this.#process.exit, sleep(50)]);
    const { how = `the process was not ready within ${startMs} ms`, stderr = '' } = exit ?? {};
    const isSilent = !this.#hasSent && this.#fault === undefined;
    if (isSilent && exit?.kind !== 'memory') return new SilentStart(name, how, stderr);
    const problem = this.#fault?.reason ?? saying(how, stderr);
    return new SandboxError('session_lost', `${name} could not start: ${problem}`);
  }

  #take(kind: number, payload: Buffer): void {
    this.#hasSent = true;
    const { isReady } = this.#bounds;
    if (!this.#bounds.take(kind, payload.length)) {
      this.#violate('it sent too much without a request');
    } else if (kind === kinds.violation) {
      this.#violate(payload.toString('utf8', 0, maxTextChars));
    } else if (!isReady && kind === kinds.ready) {
      this.#greet(payload);
    } else if (!isReady && kind === kinds.bytes) {
      this.#parts.push(ownBytes(payload));
    } else if (kind === kinds.wait && this.#pipe.waiting > maxUnread) {
      this.#violate('it went on without reading its answers');
    } else if (!isReady) {
      this.#violate(`it sent a frame before it was ready (kind ${kind})`);
    } else {
      this.#pass(kind, payload);
    }
  }

  #greet(payload: Buffer): void {
    const head = splitPayload(payload)?.head;
    if (head === undefined) this.#violate('it began with an invalid frame');
    else if (isRecord(head['error'])) this.#refused(toldError(head['error']));
    else this.#greeted({ head, parts: this.#partsOf(head) });
  }

  #partsOf({ parts: names }: FrameHead): Ready['parts'] {
    if (!Array.isArray(names)) return {};
    return Object.fromEntries(this.#parts.map((bytes, at) => [String(names[at]), bytes]));
  }

  #pass(kind: number, payload: Buffer): void {
    const bytes = this.#bytes;
    this.#bytes = kind === kinds.bytes ? ownBytes(payload) : undefined;
    if (this.#bytes !== undefined) return;
    const frame = decodeGuestFrame(kind, payload, bytes);
    giveBack(payload);
    if (frame === undefined) {
      this.#violate(`it sent an invalid frame (kind ${kind})`);
      return;
    }
    if (kind === kinds.done) {
      this.#running = undefined;
      this.#stopPoking();
    }
    if (isAnswer(kind)) this.#setBusy(false);
    this.#options.onFrame(frame);
  }

  #violate(reason: string): void {
    this.#lose({ kind: 'violation', reason });
  }

  #lose(fault: ChildExit): void {
    this.#fault ??= fault;
    this.#pipe.close();
    void this.#process.kill();
  }

  /** A child at work keeps its host alive; an idle one does not. */
  #setBusy(isBusy: boolean): void {
    if (!this.#bounds.setBusy(isBusy)) return;
    if (isBusy) this.#process.ref();
    else this.#process.unref();
  }

  #stopPoking(): void {
    clearInterval(this.#poking);
    this.#poking = undefined;
  }
}

async function spawn({ name, command }: Launch): Promise<SpawnedProcess> {
  try {
    return await startInTurn(command);
  } catch (cause) {
    const reason = `${name} could not start a process: ${messageOf(cause)}`;
    throw new SandboxError('session_lost', reason, { cause });
  }
}

function withLength(bytes: Uint8Array): readonly Uint8Array[] {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return [length, bytes];
}

function isAnswer(kind: number): boolean {
  return kind === kinds.done || kind === kinds.reply || kind === kinds.snapshot;
}

/** Characters of what a child says of its own failure that are kept. */
const maxTextChars = 4_000;

/** The error with which a child could not be made. */
function toldError({ code, message, option }: Record<string, unknown>): Error {
  const text = headOf(String(message), maxTextChars);
  if (typeof option === 'string') {
    return new InvalidOptionError({ option: headOf(option, 100), message: text });
  }
  const known = typeof code === 'string' ? headOf(code, 100) : 'session_lost';
  return new SandboxError(known as SandboxErrorCode, text);
}
