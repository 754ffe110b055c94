import type { Worker } from 'node:worker_threads';

import { untilAborted } from '@rlm/repl-types/internal';

import { SandboxError } from '../contract/errors.js';
import type { Engine, EngineExit, EngineStart } from '../contract/engine.js';
import type { HostFrame, SetFileFrame, SetPiecesFrame, SetTextFrame } from '../contract/frames.js';
import { createWindow, TextSender, sliceFrom } from './text-sender.js';
import type { WorkerMessage, WorkerNotice, WorkerRequest } from './worker/protocol.js';
import type { WorkerScript } from './worker-script.js';

/**
 * The worker's own heap, besides the interpreter's memory: a few values on their way, so that calls that are not
 * awaited do not pile up without end.
 */
function heapSizeMb(maxValueBytes: number): number {
  return Math.max(512, Math.ceil((4 * maxValueBytes) / 2 ** 20));
}

/** The parts that the sessions of one backend share. */
export interface QuickJSParts {
  readonly module: WebAssembly.Module;
  readonly script: WorkerScript;
  readonly guestSource: string;
}

/** A QuickJS interpreter in a worker thread. */
export class QuickJSEngine implements Engine {
  readonly #worker: Worker;
  readonly #script: WorkerScript;
  readonly #events: EngineStart['events'];
  readonly #interruptFlag = new Int32Array(new SharedArrayBuffer(4));
  #sender: TextSender | undefined;
  #window: ReturnType<typeof createWindow> | undefined;
  #cellId = 0;
  #busy = 0;
  #isKilled = false;
  #exit: EngineExit | undefined;
  #awaited: ((notice: WorkerNotice | EngineExit) => void) | undefined;

  private constructor(
    { events, functions, dialects, seed, limits, snapshot, ownsSnapshot }: EngineStart,
    { module, script, guestSource }: QuickJSParts,
  ) {
    this.#events = events;
    const workerData = {
      module,
      guestSource,
      functions,
      dialects,
      seed,
      limits,
      snapshot,
      interruptFlag: this.#interruptFlag,
    };
    this.#script = script;
    this.#worker = script.start(workerData, {
      env: {},
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      transferList: ownsSnapshot === true && snapshot ? [snapshot.buffer as ArrayBuffer] : [],
      resourceLimits: { stackSizeMb: 16, maxOldGenerationSizeMb: heapSizeMb(limits.maxValueBytes) },
    });
    this.#worker.on('message', (message: WorkerMessage) => {
      for (const item of message) this.#take(item);
    });
    this.#worker.on('error', (error: unknown) => {
      const { code, message } = error as { code?: string; message?: string };
      const kind = code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crashed';
      this.#lose({ kind, reason: message ?? String(error) });
    });
    this.#worker.on('exit', (code) => {
      const kind = this.#isKilled ? 'killed' : 'crashed';
      this.#lose({ kind, reason: `the worker ended (${code})` });
    });
  }

  /** Starts a worker and waits until its interpreter is ready. */
  static async start(start: EngineStart, parts: QuickJSParts): Promise<QuickJSEngine> {
    start.abortSignal?.throwIfAborted();
    const engine = new QuickJSEngine(start, parts);
    const notice = await untilAborted(engine.#await(), start.abortSignal, {
      end: () => engine.kill(),
    });
    if ('kind' in notice || notice.type !== 'ready') {
      await engine.kill();
      const reason = 'kind' in notice ? notice.reason : 'message' in notice ? notice.message : '';
      throw new SandboxError('session_lost', `the QuickJS worker did not start: ${reason}`);
    }
    return engine;
  }

  send(frame: HostFrame): void {
    if (frame.type === 'execute') this.#cellId = frame.id;
    if (frame.type !== 'result') this.#hold();
    if (frame.type === 'set-text' && frame.text.length >= sliceFrom) this.#sendText(frame);
    else this.#post(frame);
  }

  sendFile(frame: SetPiecesFrame | SetFileFrame): void {
    this.#hold();
    // It is not given files, and so is asked to read none.
    if (frame.type === 'set-text') this.#sendText(frame);
  }

  #sendText(frame: SetTextFrame | SetPiecesFrame): void {
    this.#window ??= createWindow();
    this.#sender = new TextSender(frame, this.#window, (request) => {
      this.#post(request);
    });
  }

  interrupt(): void {
    Atomics.store(this.#interruptFlag, 0, this.#cellId);
    this.#post({ type: 'interrupt', id: this.#cellId });
  }

  async snapshot(maxBytes: number): Promise<Uint8Array | undefined> {
    const notice = await this.#request({ type: 'snapshot', maxBytes });
    if (notice.type === 'snapshot') return notice.bytes;
    throw new SandboxError('session_lost', 'the QuickJS worker returned no snapshot');
  }

  async kill(): Promise<void> {
    this.#isKilled = true;
    await this.#worker.terminate();
  }

  async #request(request: WorkerRequest): Promise<WorkerNotice> {
    this.#hold();
    const awaited = this.#await();
    this.#post(request);
    const notice = await awaited;
    this.#release();
    if ('kind' in notice) throw new SandboxError('session_lost', notice.reason);
    return notice;
  }

  #await(): Promise<WorkerNotice | EngineExit> {
    if (this.#exit !== undefined) return Promise.resolve(this.#exit);
    return new Promise((resolve) => {
      this.#awaited = resolve;
    });
  }

  #take(item: WorkerMessage[number]): void {
    switch (item.type) {
      case 'ready':
        this.#worker.unref();
        this.#awaited?.(item);
        break;
      case 'failed':
      case 'snapshot':
        this.#awaited?.(item);
        break;
      case 'code-cache':
        this.#script.keep(item.bytes);
        break;
      case 'slice-taken':
        this.#sender?.next();
        break;
      case 'done':
      case 'reply':
        this.#sender = undefined;
        this.#release();
        this.#events.onFrame(item);
        break;
      default:
        this.#events.onFrame(item);
    }
  }

  #lose(exit: EngineExit): void {
    if (this.#exit !== undefined) return;
    this.#exit = exit;
    this.#awaited?.(exit);
    this.#events.onExit(exit);
  }

  #post(request: WorkerRequest): void {
    this.#worker.postMessage(request);
  }

  /** While something is under way, the worker keeps the process alive; an idle session does not. */
  #hold(): void {
    if (this.#busy++ === 0) this.#worker.ref();
  }

  #release(): void {
    if (--this.#busy === 0) this.#worker.unref();
  }
}
