import type { EngineStart } from '../../contract/engine.js';
import type { CallResultFrame, FinalFrame } from '../../contract/frames.js';
import type { MontyWorker } from '../protocol/worker.js';
import type { Encoded } from '../protobuf/writer.js';
import { encodeFunction } from '../values/encode-value.js';
import { finalNames } from './finals.js';
import type { SessionMemory } from './memory.js';

/**
 * The name of a failed host call in Python sessions. The worker knows only Python's own exceptions, so here it is an
 * alias of RuntimeError. An uncaught one is recognised by its text.
 */
export const hostCallError = 'HostCallError';

type Outcome = CallResultFrame['outcome'];

/** One session in a worker: what its cells may call, what waits, whether it must stop. */
export class Session {
  readonly worker: MontyWorker;
  readonly start: EngineStart;
  readonly memory: SessionMemory;
  readonly finalNames: ReadonlySet<string>;
  /** Whether the running cell was ended by an abort, by FINAL or by the host. */
  wasAborted = false;
  hasFinished = false;
  /** The last result of `SHOW_VARS()`. */
  listing: string | undefined;
  /** Texts of host calls that failed in the running cell. */
  readonly failures: Set<string>;
  readonly #functions: ReadonlySet<string>;
  #calls = 0;
  #mustStop = false;
  #waiting: ((outcome: Outcome | undefined) => void) | undefined;

  constructor(worker: MontyWorker, start: EngineStart, memory: SessionMemory) {
    this.worker = worker;
    this.start = start;
    this.memory = memory;
    this.failures = new Set();
    this.finalNames = new Set(finalNames(start.dialects));
    this.#functions = new Set([...start.functions, ...this.finalNames, 'SHOW_VARS']);
  }

  /** Whether a name is a function of the host. */
  knows(name: string): boolean {
    return this.#functions.has(name);
  }

  /** Whether a name belongs to the sandbox although it is not a function: the `answer` of its dialect. */
  isOwn(name: string): boolean {
    return name === 'answer' && this.start.dialects.includes('answer');
  }

  /** All names that {@link knows} knows. */
  functions(): ReadonlySet<string> {
    return this.#functions;
  }

  /** The meaning of a name that the guest has not defined. */
  valueOf(name: string): Encoded | undefined {
    return this.knows(name) ? encodeFunction(name) : undefined;
  }

  beginCell(): void {
    this.failures.clear();
    this.wasAborted = false;
    this.hasFinished = false;
    this.#mustStop = false;
  }

  /** Whether the running cell was asked to stop; it does at its next suspension. */
  mustStop(): boolean {
    return this.#mustStop;
  }

  /** Asks the cell to stop; a call that waits for the host is given up. */
  stop(): void {
    this.#mustStop = true;
    this.settle(undefined);
  }

  finish(frame: FinalFrame): void {
    this.hasFinished = true;
    this.start.events.onFrame(frame);
  }

  /** Calls the host; undefined when the cell is stopped instead. */
  callHost(name: string, args: string): Promise<Outcome | undefined> {
    this.#calls += 1;
    const call = this.#calls;
    return new Promise((resolve) => {
      this.#waiting = resolve;
      this.start.events.onFrame({ type: 'call', call, name, args });
    });
  }

  /** Gives the waiting call its outcome. */
  settle(outcome: Outcome | undefined): void {
    const resolve = this.#waiting;
    this.#waiting = undefined;
    resolve?.(outcome);
  }
}
