import {
  awaitHook,
  type ByteQuota,
  createByteQuota,
  messageOf,
  roughBytes,
  untilAborted,
  untilExpired,
} from '@rlm/repl-types/internal';

import { SandboxError } from '../../contract/errors.js';
import { CallStopped, type CallTime } from './call-time.js';
import type { CellEnd } from '../cell/cell-end.js';
import type { CellRun } from '../cell/cell-run.js';
import type { Departures } from './departures.js';
import type {
  Engine,
  EngineExit,
  EngineFile,
  EngineRecipe,
  EngineStart,
} from '../../contract/engine.js';
import type {
  ExecuteFrame,
  GuestError,
  HostFrame,
  ReplyFrame,
  SetFileFrame,
  SetPiecesFrame,
} from '../../contract/frames.js';
import { parseGuestFrame } from './parse-frame.js';
import { safeEngine } from './safe-engine.js';
import { headOf } from '../values/slice-text.js';

/** Characters kept of the reason why a guest ended: an engine may quote the guest. */
const maxReasonChars = 4_000;

type RequestFrame = Extract<HostFrame, { id: number }>;
/** A request that is answered by a reply, before it has its number. */
export type Question = RequestFrame extends infer Frame
  ? Frame extends ExecuteFrame
    ? never
    : Omit<Frame & RequestFrame, 'id'>
  : never;

/** The same for the text of a file. */
export type FileQuestion = Omit<SetPiecesFrame, 'id'> | Omit<SetFileFrame, 'id'>;

/** A guest's answer: JSON text (if there is an answer), or an error of its own. */
export type Answer = ReplyFrame['outcome'];

/**
 * How long a guest may still answer a caller that no longer waits, in milliseconds: a slow guest is worth more than a
 * new one.
 */
const lateAnswerMs = 1_000;

/** How much a guest may send between two requests, in rough bytes; each frame counts as some more. */
const maxIdleBytes = 4 * 1024 * 1024;
const idleFrameBytes = 256;

/** The start of a guest: whether it is still wanted, and who ends it if it is not. */
export interface Arrival {
  readonly abortSignal: AbortSignal;
  readonly departures: Departures;
}

/** One engine and its pending request. Checks every frame, and gives the guest up at the first invalid one. */
export class Guest {
  /** The files that it can read itself. */
  readonly files: readonly EngineFile[];
  readonly memoryBytes: number;
  #engine: Engine | undefined;
  #exit: EngineExit | undefined;
  #nextId = 1;
  #cell: { readonly id: number; readonly run: CellRun } | undefined;
  #question: { readonly id: number; readonly settle: (reply: Answer) => void } | undefined;
  #busy: Promise<unknown> | undefined;
  #onGone: ((exit: EngineExit) => void) | undefined;
  /** How much the guest may still send before the next request. */
  #idleQuota: ByteQuota = createByteQuota(maxIdleBytes);

  /**
   * Starts the engine. Rejects when it cannot start, and with the signal's reason as soon as that is aborted: a guest that
   * arrives later is ended.
   */
  static async start(
    recipe: EngineRecipe,
    start: Omit<EngineStart, 'events' | 'abortSignal'>,
    { abortSignal, departures }: Arrival,
  ): Promise<Guest> {
    abortSignal.throwIfAborted();
    const guest = new Guest(start);
    const events = {
      onFrame: (frame: unknown) => {
        guest.#take(frame);
      },
      onExit: (exit: EngineExit) => {
        guest.#lose(exit);
      },
    };
    const starting = awaitHook(() => recipe.start({ ...start, events, abortSignal })).then(
      (engine) =>
        safeEngine(engine, (fault) => {
          guest.#violate(`its engine failed: ${messageOf(fault)}`, 'crashed');
        }),
    );
    guest.#engine = await untilAborted(starting, abortSignal, {
      end: () => {
        departures.add(starting.then((engine) => engine.kill()));
      },
    });
    return guest;
  }

  private constructor({ files = [], limits }: Omit<EngineStart, 'events' | 'abortSignal'>) {
    this.files = files;
    this.memoryBytes = limits.memoryBytes;
  }

  get engine(): Engine {
    if (this.#engine === undefined)
      throw new SandboxError('session_lost', 'the guest has not started');
    return this.#engine;
  }

  get isGone(): boolean {
    return this.#exit !== undefined;
  }

  /** How the guest ended, if it did. */
  get exit(): EngineExit | undefined {
    return this.#exit;
  }

  /** The guest's background work, or work whose caller has gone; undefined if it is free. */
  get busy(): Promise<unknown> | undefined {
    return this.#busy;
  }

  /**
   * Runs a cell; `run` gets its frames. Returns undefined if the guest's process died with another guest, and the cell
   * waits for a new one.
   */
  execute(run: CellRun, frame: Omit<ExecuteFrame, 'id' | 'type'>): Promise<CellEnd | undefined> {
    const id = this.#nextId++;
    this.#cell = { id, run };
    this.#idleQuota = createByteQuota(maxIdleBytes);
    const { halted } = run;
    if (this.#exit === undefined) this.engine.send({ type: 'execute', id, ...frame });
    else run.lose(this.#exit);
    return halted.then((end) => {
      this.#cell = undefined;
      return end;
    });
  }

  /**
   * Asks something and waits for the reply, as long as the caller's time lasts. If the guest has not answered
   * {@link lateAnswerMs} later, it is given up.
   *
   * @throws SandboxError `session_lost`; CallStopped
   */
  ask(question: Question, time: CallTime): Promise<Answer> {
    return this.#ask(question.type, time, (id) => {
      this.engine.send({ id, ...question });
    });
  }

  /** As {@link Guest.ask}, for the text of a file; only if {@link Guest.takesFiles}. */
  askToSet(question: FileQuestion, time: CallTime): Promise<Answer> {
    return this.#ask(question.type, time, (id) => {
      this.engine.sendFile?.({ ...question, id });
    });
  }

  /** Whether its engine takes a text in pieces. */
  get takesFiles(): boolean {
    return this.engine.sendFile !== undefined;
  }

  #ask(type: string, time: CallTime, send: (id: number) => void): Promise<Answer> {
    const id = this.#nextId++;
    this.#idleQuota = createByteQuota(maxIdleBytes);
    const answered = new Promise<Answer>((resolve) => {
      this.#question = { id, settle: resolve };
    }).finally(() => {
      this.#question = undefined;
    });
    if (this.#exit === undefined) send(id);
    return this.#await(answered, time, `no reply to "${type}" in time`);
  }

  /**
   * The engine's snapshot; undefined if it would be larger than `maxBytes`. Its time works as in {@link Guest.ask}.
   *
   * @throws SandboxError `unsupported`, `session_lost`; CallStopped
   */
  async snapshot(
    backend: string,
    maxBytes: number,
    time: CallTime,
  ): Promise<Uint8Array | undefined> {
    const { engine } = this;
    if (engine.snapshot === undefined) {
      throw new SandboxError('unsupported', `${backend} has no snapshots`);
    }
    return this.#await(engine.snapshot(maxBytes), time, 'no snapshot in time');
  }

  /** Ends the guest. Callers that wait for it are notified at once. */
  async kill(): Promise<void> {
    this.#lose({ kind: 'killed', reason: 'the guest was ended by its host' });
    await this.#engine?.kill();
  }

  async #await<Value>(task: Promise<Value>, time: CallTime, late: string): Promise<Value> {
    const outcome = new Promise<Value>((resolve, reject) => {
      this.#onGone = ({ kind, reason }) => {
        reject(
          new SandboxError('session_lost', `the guest ended: ${reason}`, { details: { kind } }),
        );
      };
      if (this.#exit !== undefined) this.#onGone(this.#exit);
      task.then(resolve, reject);
    });
    const busy = outcome
      .catch(() => undefined)
      .finally(() => {
        this.#busy = undefined;
        this.#onGone = undefined;
      });
    this.#busy = busy;
    try {
      return await time.within(outcome);
    } catch (error) {
      if (error instanceof CallStopped) {
        void untilExpired(busy, lateAnswerMs, () => {
          this.#violate(late);
        });
      }
      throw error;
    }
  }

  #take(value: unknown): void {
    if (this.#exit !== undefined) return;
    const frame = parseGuestFrame(value);
    if (frame === undefined) {
      this.#violate('a frame of an unknown shape');
    } else if (this.#cell !== undefined) {
      const { run, id } = this.#cell;
      if (!run.take(frame, id)) this.#violate(`a "${frame.type}" frame that is invalid now`);
    } else if (this.#question !== undefined && frame.type === 'reply') {
      if (frame.id === this.#question.id) this.#question.settle(frame.outcome);
      else this.#violate('a reply to another question');
    }
    // Between requests a guest may still say something (output of a destructor): it is dropped.
    else if (!this.#idleQuota.take(idleFrameBytes + roughBytes(frame, maxIdleBytes))) {
      this.#violate('too much without a request');
    }
  }

  #violate(reason: string, kind: EngineExit['kind'] = 'violation'): void {
    this.#lose({ kind, reason });
    void this.#engine?.kill();
  }

  #lose(given: EngineExit): void {
    if (this.#exit !== undefined) return;
    const exit = { ...given, reason: headOf(given.reason, maxReasonChars) };
    this.#exit = exit;
    this.#cell?.run.lose(exit);
    this.#onGone?.(exit);
  }
}

/** A guest's error as a line for an error's message. */
export function describeGuestError({ type, message }: GuestError): string {
  return message === '' ? type : `${type}: ${message}`;
}

/** The JSON text of an answer. @throws SandboxError `variable_unavailable` */
export function jsonOf(answer: Answer): string {
  if ('error' in answer) {
    throw new SandboxError('variable_unavailable', describeGuestError(answer.error), {
      details: { type: answer.error.type },
    });
  }
  return answer.json ?? 'null';
}
