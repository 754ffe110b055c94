import { untilAborted } from '@rlm/repl-types/internal';

import { SandboxError } from '../contract/errors.js';
import type { Engine, EngineExit, EngineStart, EngineFrame } from '../contract/engine.js';
import type { SetFileFrame, SetPiecesFrame, SetTextFrame } from '../contract/frames.js';
import { createWindow, TextSender, sliceFrom } from './text-sender.js';
import type { GuestImage } from './worker/guest-image.js';
import type { WorkerMessage, WorkerNotice, WorkerRequest, WorkerStart } from './worker/protocol.js';
import { type Thread, type Threads, usualHeapMb } from './threads.js';

/**
 * The worker's own heap, besides the interpreter's memory: a few values on their way, so that calls that are not
 * awaited do not pile up without end.
 */
function heapSizeMb(maxValueBytes: number): number {
  return Math.max(usualHeapMb, Math.ceil((4 * maxValueBytes) / 2 ** 20));
}

/** The parts that the sessions of one backend share. */
export interface QuickJSParts {
  readonly module: WebAssembly.Module;
  readonly threads: Threads;
  readonly guestSource: string;
  /** Number of the recipe: another may have another interpreter. */
  readonly recipe: number;
  /** For threads that have no image yet; never rejects. Default: each makes its own. */
  readonly image?: Promise<GuestImage | undefined> | undefined;
}

/** A QuickJS interpreter in a worker thread. */
export class QuickJSEngine implements Engine {
  readonly #thread: Thread;
  readonly #closeMs: number;
  readonly #events: EngineStart['events'];
  readonly #interruptFlag = new Int32Array(new SharedArrayBuffer(4));
  #sender: TextSender | undefined;
  #window: ReturnType<typeof createWindow> | undefined;
  #cellId = 0;
  #busy = 0;
  #isReady = false;
  #killed: Promise<void> | undefined;
  #exit: EngineExit | undefined;
  #awaited: ((notice: WorkerNotice | EngineExit) => void) | undefined;

  private constructor(
    thread: Thread,
    { events, functions, dialects, acceptsNull, seed, limits, snapshot, ownsSnapshot }: EngineStart,
    { module, threads, guestSource, recipe }: QuickJSParts,
    image: GuestImage | undefined,
  ) {
    this.#events = events;
    const start: WorkerStart = {
      module,
      guestSource,
      recipe,
      image: thread.isFresh ? image : undefined,
      functions,
      dialects,
      acceptsNull,
      seed,
      limits,
      snapshot,
      interruptFlag: this.#interruptFlag,
    };
    this.#closeMs = threads.times.closeMs;
    this.#thread = thread.use({
      onItem: (item) => {
        this.#take(item);
      },
      onError: (error) => {
        const { code, message } = error as { code?: string; message?: string };
        const kind = code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crashed';
        this.#lose({ kind, reason: message ?? String(error) });
      },
      onExit: (code) => {
        const kind = this.#killed === undefined ? 'crashed' : 'killed';
        this.#lose({ kind, reason: `the worker ended (${code})` });
      },
    });
    const isMoved = ownsSnapshot === true && snapshot !== undefined;
    const moved = isMoved ? [snapshot.buffer as ArrayBuffer] : [];
    this.#thread.post({ type: 'open', start }, moved);
  }

  /** Starts a worker and waits until its interpreter is ready. */
  static async start(start: EngineStart, parts: QuickJSParts): Promise<QuickJSEngine> {
    start.abortSignal?.throwIfAborted();
    const [thread, image] = await Promise.all([
      parts.threads.take(heapSizeMb(start.limits.maxValueBytes)),
      parts.image,
    ]);
    const engine = new QuickJSEngine(thread, start, parts, image);
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

  send(frame: EngineFrame): void {
    if (this.#killed !== undefined) return;
    if (frame.type === 'execute') this.#cellId = frame.id;
    if (frame.type !== 'result') this.#hold();
    if (frame.type === 'set-text' && frame.text.length >= sliceFrom) this.#sendText(frame);
    else this.#post(frame);
  }

  sendFile(frame: SetPiecesFrame | SetFileFrame): void {
    if (this.#killed !== undefined) return;
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

  kill(): Promise<void> {
    this.#killed ??= this.#end();
    return this.#killed;
  }

  /** Ends the session, and its thread too, unless nothing runs there: that takes the next session. */
  async #end(): Promise<void> {
    if (!this.#isReady || this.#busy > 0 || this.#exit !== undefined) return this.#thread.end();
    this.#hold();
    const giveUp = setTimeout(() => void this.#thread.end(), this.#closeMs);
    const closed = this.#await();
    this.#thread.post({ type: 'close' });
    const notice = await closed;
    clearTimeout(giveUp);
    if (!('isSmall' in notice)) return;
    await (notice.isSmall ? this.#thread.giveBack() : this.#thread.end());
    this.#lose({ kind: 'killed', reason: 'the session was ended' });
  }

  async #request(request: WorkerRequest): Promise<WorkerNotice> {
    if (this.#killed !== undefined) throw new SandboxError('session_lost', 'the session was ended');
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
        this.#isReady = true;
        this.#thread.unref();
        this.#awaited?.(item);
        break;
      case 'closed':
      case 'failed':
      case 'snapshot':
        this.#awaited?.(item);
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

  /** After the end, the thread may work for another session. */
  #post(request: WorkerRequest): void {
    if (this.#killed === undefined) this.#thread.post(request);
  }

  /** While something is under way, the worker keeps the process alive; an idle session does not. */
  #hold(): void {
    if (this.#busy++ === 0) this.#thread.ref();
  }

  #release(): void {
    if (--this.#busy === 0) this.#thread.unref();
  }
}
