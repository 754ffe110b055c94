import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';

import { messageOf, untilAborted } from '@rlm/repl-types/internal';

import { SandboxError } from '../contract/errors.js';
import type { Engine, EngineExit, EngineStart, EngineFrame } from '../process/old/engine.js';
import type { SetFileFrame, SetPiecesFrame, SetTextFrame } from '../contract/frames.js';
import { openingOptions } from '../python/opening-options.js';
import { holdBack } from './hold-back.js';
import type { BootClaim } from './boot-images.js';
import { fromDeviceFrame, toDeviceFrame } from './frame-mapping.js';
import { present } from './present.js';
import {
  control,
  frameKind,
  frameMargin,
  type FromWorker,
  type ToWorker,
  type WorkerBoot,
} from './protocol.js';
import type { Runtime } from './runtime.js';
import { startWorker, type WorkerPlace } from './start-worker.js';

/** Texts longer than this travel as they are, in UTF-8, instead of as JSON. */
const longTextUnits = 32_768;

/** The memory in bytes that an interpreter needs to boot from scratch and to have its image taken. */
const anewBytes = 128 * 1024 * 1024;

/**
 * Starts a sealed interpreter in a worker of its own. The boot image is read while the
 * worker starts.
 */
export async function startEngine(
  place: WorkerPlace,
  load: () => Promise<Runtime>,
  start: EngineStart,
): Promise<Engine> {
  const held = holdBack(start.events);
  const engine = new WorkerEngine(place, { ...start, events: held.events });
  let runtime: Runtime | undefined;
  let boot: SharedArrayBuffer | BootClaim | undefined;
  try {
    runtime = await untilAborted(load(), start.abortSignal);
    const seeking = bootOf(runtime, start);
    await untilAborted(seeking, start.abortSignal).catch((error: unknown) => {
      seeking.then(giveBack, () => undefined);
      throw error;
    });
    boot = await seeking;
    engine.boot(boot, runtime.guestSources);
    await untilAborted(engine.opened, start.abortSignal, { end: () => engine.kill() });
    // A program that ends after its first answer has kept the image all the same.
    await runtime.bootImages.kept();
  } catch (error) {
    void engine.kill();
    const isOurs = start.abortSignal?.aborted === true || engine.hasBooted;
    if (!isOurs && runtime !== undefined && boot !== undefined && !('give' in boot)) {
      if (runtime.bootImages.refuse(boot, messageOf(error))) {
        return startEngine(place, load, start);
      }
    }
    held.give();
    throw error;
  }
  held.give();
  return engine;
}

/**
 * The first session of a process boots from scratch and provides the image for the others, if it may and has enough
 * memory.
 */
function bootOf(
  { bootImages }: Runtime,
  { snapshot, limits }: EngineStart,
): Promise<SharedArrayBuffer | BootClaim> {
  const mayBootAnew = snapshot === undefined && limits.memoryBytes >= anewBytes;
  return mayBootAnew ? bootImages.imageOrClaim() : bootImages.image();
}

/** Leaves a claim to the next session. */
function giveBack(boot: SharedArrayBuffer | BootClaim): void {
  if ('give' in boot) boot.fail('the session that booted was no longer wanted');
}

class WorkerEngine implements Engine {
  readonly opened: Promise<void>;
  /** Whether its interpreter has started. */
  hasBooted = false;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #words: Int32Array;
  readonly #events: EngineStart['events'];
  #claim: BootClaim | undefined;
  readonly #gone: Promise<void>;
  /** The start options, held until the session is open: an image is as large as a guest. */
  #start: EngineStart | undefined;
  #calls = 0;
  #onSnapshot: ((snapshot: Uint8Array | undefined | 'lost') => void) | undefined;
  #exit: EngineExit | undefined;
  #settleOpened: { resolve: () => void; reject: (error: Error) => void } | undefined;

  constructor(place: WorkerPlace, start: EngineStart) {
    const controlWords = new SharedArrayBuffer(4 * control.length);
    const { port1, port2: inbox } = new MessageChannel();
    const worker = startWorker(place, { controlWords, inbox });
    this.#worker = worker;
    this.#port = port1;
    this.#words = new Int32Array(controlWords);
    this.#start = start;
    this.#events = start.events;
    this.opened = new Promise((resolve, reject) => {
      this.#settleOpened = { resolve, reject };
    });
    this.opened.catch(() => undefined);
    this.#gone = new Promise((resolve) => {
      worker.once('exit', (code) => {
        this.#onExit(code);
        resolve();
      });
    });
    worker.on('error', (error: Error & { code?: string }) => {
      const kind = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crashed';
      this.#exit ??= { kind, reason: `${error.name}: ${error.message}` };
    });
    worker.on('message', (message: FromWorker) => {
      this.#onMessage(message);
    });
  }

  /** Boots the interpreter from an image, or from scratch: a claim is then met, or given up when the worker ends. */
  boot(from: SharedArrayBuffer | BootClaim, sources: WorkerBoot['guestSources']): void {
    const { memoryBytes } = present(this.#start, 'the start').limits;
    const isScratch = 'give' in from;
    if (isScratch && this.#exit !== undefined) from.fail(this.#exit.reason);
    if (isScratch) this.#claim = from;
    const boot = isScratch
      ? { memoryBytes, guestSources: sources }
      : { memoryBytes, guestSources: [], bootImage: from };
    this.#post({ type: 'boot', boot });
  }

  send(frame: EngineFrame): void {
    if (frame.type === 'result') {
      if (frame.call !== this.#calls) return;
    } else {
      this.#words[control.stop] = 0;
      this.#worker.ref();
    }
    if (frame.type === 'set-text' && frame.text.length > longTextUnits) {
      this.#sendText(frame);
      return;
    }
    this.#post({ type: 'frame', ...toDeviceFrame(frame) });
  }

  sendFile(frame: SetPiecesFrame | SetFileFrame): void {
    this.#words[control.stop] = 0;
    this.#worker.ref();
    // It is not given files, and so is asked to read none.
    if (frame.type === 'set-text') this.#sendText(frame);
  }

  #sendText({ text, id, name, isReserved }: SetTextFrame | SetPiecesFrame): void {
    const head = Buffer.from(`${JSON.stringify({ id, name, isReserved })}\n`);
    const size = typeof text === 'string' ? Buffer.byteLength(text) : text.bytes;
    const bytes = Buffer.from(new ArrayBuffer(head.length + size));
    let at = head.copy(bytes);
    if (typeof text === 'string') bytes.write(text, at);
    // The memory of a piece is used again for the next.
    else
      for (const piece of text.slices())
        at += Buffer.from(piece.buffer, piece.byteOffset, piece.length).copy(bytes, at);
    this.#post({ type: 'text', bytes }, [bytes.buffer]);
  }

  interrupt(): void {
    Atomics.store(this.#words, control.stop, 1);
    Atomics.notify(this.#words, control.stop);
  }

  snapshot(maxBytes: number): Promise<Uint8Array | undefined> {
    return new Promise((resolve, reject) => {
      this.#onSnapshot = (snapshot) => {
        this.#worker.unref();
        if (snapshot === 'lost') reject(failure('the session ended before its snapshot was taken'));
        else resolve(snapshot);
      };
      this.#worker.ref();
      if (this.#exit === undefined) this.#post({ type: 'image', maxBytes });
      else this.#onSnapshot('lost');
    });
  }

  async kill(): Promise<void> {
    this.#exit ??= { kind: 'killed', reason: 'the session was ended by its host' };
    await this.#worker.terminate();
    await this.#gone;
  }

  #open(): void {
    const start = this.#start;
    this.#start = undefined;
    if (start === undefined) return;
    const { snapshot, ownsSnapshot } = start;
    this.#post(
      openMessage(start),
      ownsSnapshot === true && snapshot ? [snapshot.buffer as ArrayBuffer] : [],
    );
  }

  #post(message: ToWorker, transfer: readonly ArrayBuffer[] = []): void {
    this.#port.postMessage(message, transfer);
    Atomics.store(this.#words, control.wake, 1);
    Atomics.notify(this.#words, control.wake);
  }

  #onMessage(message: FromWorker): void {
    switch (message.type) {
      case 'booted':
        this.hasBooted = true;
        this.#open();
        break;
      case 'opened':
        this.#worker.unref();
        this.#settleOpened?.resolve();
        break;
      case 'frame':
        this.#onFrame(message.kind, message.text);
        break;
      case 'image':
        this.#onSnapshot?.(message.bytes);
        this.#onSnapshot = undefined;
        break;
      case 'violation':
        this.#exit ??= { kind: 'violation', reason: message.reason };
        break;
      case 'failed':
        this.#exit ??= { kind: 'crashed', reason: message.reason };
        break;
      case 'boot-image':
        this.#claim?.give(message.image);
        break;
    }
  }

  #onFrame(kind: number, text: string): void {
    if (kind === frameKind.done || kind === frameKind.reply) {
      this.#worker.unref();
    }
    for (const frame of fromDeviceFrame(kind, text, () => ++this.#calls)) {
      this.#events.onFrame(frame);
    }
  }

  #onExit(code: number): void {
    this.#port.close();
    this.#exit ??= { kind: 'crashed', reason: `its worker ended with code ${code}` };
    this.#claim?.fail(this.#exit.reason);
    this.#onSnapshot?.('lost');
    this.#settleOpened?.reject(failure(this.#exit.reason));
    this.#events.onExit(this.#exit);
  }
}

function failure(reason: string): SandboxError {
  return new SandboxError('session_lost', `the Python session could not go on: ${reason}`);
}

function openMessage(start: EngineStart): ToWorker {
  const { limits, seed, snapshot } = start;
  const options = { ...openingOptions(start), isRestored: snapshot !== undefined };
  return {
    type: 'open',
    options: JSON.stringify(options),
    seed,
    maxFrameBytes: limits.maxValueBytes + frameMargin,
    maxOutputChars: limits.maxOutputChars,
    image: snapshot,
  };
}
