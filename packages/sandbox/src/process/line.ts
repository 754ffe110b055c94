import { setTimeout as sleep } from 'node:timers/promises';

import { InvalidOptionError } from '@rlm/repl-types';
import {
  createByteQuota,
  isRecord,
  messageOf,
  untilAborted,
  untilExpired,
} from '@rlm/repl-types/internal';

import type { ChildExit, ChildOptions } from '../contract/backend.js';
import { SandboxError, type SandboxErrorCode } from '../contract/errors.js';
import type { HostFrame } from '../contract/frames.js';
import { headOf } from '../session/slice-text.js';
import {
  busyBytes,
  idleBytes,
  idleFrameBytes,
  idleQuotaBytes,
  maxUnread,
  snapshotBytes,
} from './bounds.js';
import {
  type DecodingState,
  decodeGuestFrame,
  type FrameHead,
  splitPayload,
} from './decode-frame.js';
import { describeExit } from './describe-exit.js';
import { encodeBytes, encodeFrame, encodeHostFrame } from './encode-frame.js';
import { kinds } from './kinds.js';
import { FramePump } from './pump.js';
import { giveBack } from './releasable.js';
import { type ProcessCommand, type SpawnedProcess, startInTurn } from './spawn.js';
import { createFrameSplitter } from './split-frames.js';

/** How a process is started as a child, and what it must say before it is one. */
export interface Launch {
  /** The backend's name, for the text of an error. */
  readonly name: string;
  /** Its sockets: frames both ways, stops, and what `prepare` needs. */
  readonly command: ProcessCommand;
  /** What it reads first from descriptor 3: its length in four bytes (little-endian), and the text. */
  readonly program: string;
  /** What the session begins with: asked once the process has been started, which takes longer. */
  options(): object | Promise<object>;
  /** Raw bytes that the child finds beside the options, by these names. */
  readonly parts?: Readonly<Record<string, Uint8Array>> | undefined;
  /** Whether a cell that waits for a frame is stopped by one too: for children with concurrent calls. */
  readonly stopsByFrame?: boolean | undefined;
  /** Gives the process what its walls need. `fail` ends it. */
  prepare?(process: SpawnedProcess, fail: (reason: string) => void): void;
  /** Throws, or says why, if the child that is ready is not as it must be: a wall is missing. */
  check(ready: Ready): string | undefined;
  /** Raw bytes that it may send before it is ready. Default: none. */
  readonly readyBytes?: number | undefined;
}

/** What a child says when it is ready. */
export interface Ready {
  readonly head: FrameHead;
  readonly bytes: Uint8Array | undefined;
}

/** How long a child may take until it is ready: ten times what a busy machine needs. */
const startMs = 60_000;
const pokeMs = 100;

/** A process that is a child: its frames, its stops, its end. */
export class Line {
  readonly #launch: Launch;
  readonly #options: ChildOptions;
  readonly #process: SpawnedProcess;
  readonly #pump: FramePump;
  readonly #decoding: DecodingState = { calls: 0, bytes: undefined };
  /** Settled by the first frame, or with undefined if the process ends before. */
  readonly #ready: Promise<Ready | undefined>;
  #greeted: (ready: Ready | undefined) => void = () => undefined;
  #refused: (error: Error) => void = () => undefined;
  #isReady = false;
  #isBusy = false;
  #unasked = createByteQuota(idleQuotaBytes);
  #snapshotBytes = -1;
  #running: number | undefined;
  #poking: NodeJS.Timeout | undefined;
  #fault: ChildExit | undefined;

  /** Starts a process; resolves when it is ready. If it does not become that, or is no longer wanted, ends it and rejects. */
  static async start(launch: Launch, options: ChildOptions, unwanted: AbortSignal): Promise<Line> {
    unwanted.throwIfAborted();
    const line = new Line(launch, options, await spawn(launch));
    try {
      await untilAborted(line.#open(), unwanted);
      return line;
    } catch (error) {
      await line.kill();
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
    const [frames] = process.sockets;
    this.#pump = new FramePump(frames);
    const push = createFrameSplitter({
      limitOf: (kind) => this.#limitOf(kind),
      onFrame: (kind, payload) => {
        if (this.#fault === undefined) this.#take(kind, payload);
      },
      onTooLong: (kind, length) => {
        this.#violate(`it announced a frame of ${length} bytes (kind ${kind})`);
      },
      isReleased: (kind) => kind !== kinds.bytes,
    });
    frames.on('data', push);
    void process.exit.then(() => {
      this.#greeted(undefined);
      this.#stopPoking();
      this.#pump.stop();
      for (const socket of process.sockets) socket.destroy();
    });
  }

  /** How the process ended; never rejects. */
  get exited(): Promise<ChildExit> {
    return this.#process.exit.then((exit) => this.#fault ?? describeExit(exit));
  }

  send(frame: HostFrame): void {
    if (frame.type === 'execute') this.#running = frame.id;
    if (frame.type === 'snapshot') {
      this.#snapshotBytes = snapshotBytes(this.#options.limits, frame.maxBytes);
    }
    if (frame.type !== 'result' && frame.type !== 'stop') this.#setBusy(true);
    this.#pump.write(encodeHostFrame(frame));
  }

  stop(): void {
    const id = this.#running;
    if (id === undefined || this.#poking !== undefined) return;
    const [, stops] = this.#process.sockets;
    const cell = Buffer.alloc(4);
    cell.writeUInt32LE(id);
    const poke = (): void => void stops.write(cell);
    poke();
    this.#poking = setInterval(poke, pokeMs);
    if (this.#launch.stopsByFrame === true) this.send({ type: 'stop', id });
  }

  /** Ends the process, whatever it does; resolves when it is gone. */
  async kill(): Promise<void> {
    this.#stopPoking();
    // Who waits for the end is not to be left waiting by an event loop that has nothing else to do.
    this.#process.ref();
    await this.#process.kill();
  }

  async #open(): Promise<void> {
    const { name, program, parts = {}, command } = this.#launch;
    const source = Buffer.from(program);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(source.length);
    this.#launch.prepare?.(this.#process, (reason) => {
      this.#lose({ kind: 'crashed', reason });
    });
    this.#pump.write([length, source]);
    const files = (command.files ?? []).map((_, at) => 3 + command.sockets + at);
    const given = { ...(await this.#launch.options()), files, parts: Object.keys(parts) };
    this.#pump.write(encodeFrame(kinds.open, JSON.stringify(given)));
    for (const part of Object.values(parts)) this.#pump.write(encodeBytes(kinds.bytes, part));
    const ready = await untilExpired(this.#ready, startMs, () => undefined);
    const problem = ready === undefined ? await this.#whyNotReady() : this.#launch.check(ready);
    if (problem !== undefined) {
      throw new SandboxError('session_lost', `${name} could not start: ${problem}`);
    }
    this.#isReady = true;
    this.#process.unref();
  }

  async #whyNotReady(): Promise<string> {
    const exit = await Promise.race([this.exited, sleep(50)]);
    return exit?.reason ?? `it was not ready within ${startMs} ms`;
  }

  #limitOf(kind: number): number {
    // Less than nothing: not even empty ones come without a request.
    if (kind === kinds.bytes) {
      return this.#isReady ? this.#snapshotBytes : (this.#launch.readyBytes ?? -1);
    }
    return this.#isBusy ? busyBytes(kind, this.#options.limits) : idleBytes;
  }

  #take(kind: number, payload: Buffer): void {
    const isAsked = this.#isBusy || (!this.#isReady && kind === kinds.bytes);
    if (!isAsked && !this.#unasked.take(idleFrameBytes + payload.length)) {
      this.#violate('it sent too much without a request');
    } else if (kind === kinds.violation) {
      this.#violate(payload.toString('utf8', 0, maxTextChars));
    } else if (!this.#isReady && kind === kinds.ready) {
      this.#greet(payload);
    } else if (isQuestion(kind) && this.#pump.waiting > maxUnread) {
      this.#violate('it went on without reading its answers');
    } else if (!this.#isReady && kind !== kinds.bytes) {
      this.#violate(`it sent a frame before it was ready (kind ${kind})`);
    } else {
      this.#pass(kind, payload);
    }
  }

  #greet(payload: Buffer): void {
    const head = splitPayload(payload)?.head;
    const { bytes } = this.#decoding;
    if (head === undefined) this.#violate('it began with an invalid frame');
    else if (isRecord(head['error'])) this.#refused(toldError(head['error']));
    else this.#greeted({ head, bytes });
    this.#decoding.bytes = undefined;
  }

  #pass(kind: number, payload: Buffer): void {
    const frames = decodeGuestFrame(kind, payload, this.#decoding);
    giveBack(payload);
    if (frames === undefined) {
      this.#violate(`it sent an invalid frame (kind ${kind})`);
      return;
    }
    if (kind === kinds.bytes) this.#snapshotBytes = -1;
    if (kind === kinds.done) {
      this.#running = undefined;
      this.#stopPoking();
    }
    if (isAnswer(kind)) this.#setBusy(false);
    for (const frame of frames) this.#options.onFrame(frame);
  }

  #violate(reason: string): void {
    this.#lose({ kind: 'violation', reason });
  }

  #lose(fault: ChildExit): void {
    this.#fault ??= fault;
    this.#process.sockets[0].destroy();
    void this.#process.kill();
  }

  /** A child at work keeps its host alive; an idle one does not. */
  #setBusy(isBusy: boolean): void {
    if (isBusy === this.#isBusy) return;
    this.#isBusy = isBusy;
    if (isBusy) this.#process.ref();
    else {
      this.#process.unref();
      this.#unasked = createByteQuota(idleQuotaBytes);
    }
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

/** Whether a child that sends such a frame has read the answer to the one before. */
function isQuestion(kind: number): boolean {
  return kind === kinds.call || kind === kinds.wait;
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
