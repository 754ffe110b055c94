import type { Worker } from 'node:worker_threads';

import { startThread, type ThreadRoom, type ThreadScript } from '../process/thread.js';
import type { WorkerMessage, WorkerRequest } from './worker/protocol.js';

/** To start a thread takes more than half of the processor time of a short session, and sessions often follow each other. */
const usualTimes: ThreadTimes = { lingerMs: 250, closeMs: 100 };
const maxIdle = 4;
/** What a session leaves in a thread (8 MB at most, mostly 1.4) is garbage until V8 collects it. */
const maxSessions = 32;

/** When threads end. */
export interface ThreadTimes {
  /** How long a thread without a session is kept for another, in milliseconds. */
  readonly lingerMs: number;
  /** How long a thread may take to close a session that runs nothing, in milliseconds. */
  readonly closeMs: number;
}

/** The heap of most threads, besides the interpreter's memory. */
export const usualHeapMb = 512;

/** Most threads have this room. */
export const usualRoom: ThreadRoom = roomOf(usualHeapMb);

function roomOf(heapMb: number): ThreadRoom {
  return { stackSizeMb: 16, maxOldGenerationSizeMb: heapMb };
}

/** Who a thread works for: one session after another. */
export interface ThreadUser {
  onItem(item: WorkerMessage[number]): void;
  onError(error: unknown): void;
  onExit(code: number): void;
}

/** A worker thread, in which one session runs at a time. */
export class Thread {
  readonly heapMb: number;
  readonly #worker: Worker;
  readonly #threads: Threads;
  #user: ThreadUser | undefined;
  #sessions = 0;
  #isEnded = false;

  constructor(worker: Worker, heapMb: number, threads: Threads) {
    this.#worker = worker;
    this.heapMb = heapMb;
    this.#threads = threads;
    worker.on('message', (message: WorkerMessage) => {
      for (const item of message) {
        if (item.type === 'code-cache') threads.keepCode(item.bytes);
        else this.#user?.onItem(item);
      }
    });
    worker.on('error', (error: unknown) => this.#user?.onError(error));
    worker.on('exit', (code) => {
      this.#isEnded = true;
      threads.forget(this);
      this.#user?.onExit(code);
    });
  }

  /** Whether no session has begun in it. */
  get isFresh(): boolean {
    return this.#sessions === 0;
  }

  /** Whether the thread replies: it may have died, and its `exit` be still to come. */
  replies(): Promise<boolean> {
    return new Promise((resolve) => {
      const isDead = (): void => {
        resolve(false);
      };
      const onItem: ThreadUser['onItem'] = ({ type }) => {
        if (type === 'here') resolve(true);
      };
      this.#user = { onItem, onError: isDead, onExit: isDead };
      this.#worker.ref();
      this.post({ type: 'hello' });
    });
  }

  /** Begins to work for a session. */
  use(user: ThreadUser): this {
    this.#user = user;
    this.#sessions++;
    this.#worker.ref();
    return this;
  }

  /** Ends the work for a session that the worker has closed. The thread is kept for another, for a while. */
  async giveBack(): Promise<void> {
    this.#user = undefined;
    this.#worker.unref();
    const isUsable = !this.#isEnded && this.#sessions < maxSessions;
    if (!isUsable || !this.#threads.keep(this)) await this.end();
  }

  post(request: WorkerRequest, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(request, transfer);
  }

  ref(): void {
    this.#worker.ref();
  }

  unref(): void {
    this.#worker.unref();
  }

  /** Ends the thread, whatever it does. Resolves when it is gone. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#worker.terminate();
  }
}

/** The threads that run one script: the later ones from the code that the first has compiled. */
export class Threads {
  readonly times: ThreadTimes;
  readonly #source: string;
  /** Each with the timer that ends it. */
  readonly #idle = new Map<Thread, NodeJS.Timeout>();
  #cache: Uint8Array | undefined;

  constructor(source: string, times: ThreadTimes = usualTimes) {
    this.#source = source;
    this.times = times;
  }

  /** A thread whose heap may have this many megabytes: the one that worked last, so that others may end. */
  async take(heapMb: number): Promise<Thread> {
    for (;;) {
      const idle = [...this.#idle.keys()].findLast((thread) => thread.heapMb === heapMb);
      if (idle === undefined) break;
      this.forget(idle);
      if (await idle.replies()) return idle;
    }
    return this.#begin(startThread(roomOf(heapMb)), heapMb);
  }

  /** Takes a thread that was started with {@link usualRoom} and waits for its script. */
  add(worker: Worker): void {
    const thread = this.#begin(worker, usualHeapMb);
    worker.unref();
    this.keep(thread);
  }

  #begin(worker: Worker, heapMb: number): Thread {
    const script: ThreadScript = { source: this.#source, cache: this.#cache };
    worker.postMessage(script);
    return new Thread(worker, heapMb, this);
  }

  /** Keeps a thread that has no session, for a while; false if there are enough. */
  keep(thread: Thread): boolean {
    if (this.#idle.size >= maxIdle) return false;
    const end = (): void => {
      this.forget(thread);
      void thread.end();
    };
    this.#idle.set(thread, setTimeout(end, this.times.lingerMs).unref());
    return true;
  }

  forget(thread: Thread): void {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
  }

  /** Keeps the code that the first worker has compiled. */
  keepCode(cache: Uint8Array): void {
    this.#cache ??= cache;
  }
}

/** The threads of this process, by their script: all backends of the process share them. */
const threadsOf = new Map<string, Threads>();

/** The {@link Threads} that run this script. */
export function sharedThreads(source: string): Threads {
  const known = threadsOf.get(source);
  if (known !== undefined) return known;
  const threads = new Threads(source);
  threadsOf.set(source, threads);
  return threads;
}
