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
import type { Child, ChildExit, ChildFile, ChildOptions } from '../../contract/backend.js';
import type { WholeBackend } from '../create-sandbox.js';
import type {
  ExecuteFrame,
  CallResultFrame,
  GuestError,
  HostFrame,
  ImageFrame,
  ReplyFrame,
  SnapshotFrame,
  StopFrame,
} from '../../contract/frames.js';
import { parseGuestFrame } from './parse-frame.js';
import { safeChild } from './safe-child.js';
import { headOf } from '../values/slice-text.js';

/** Characters kept of the reason why a guest ended: a child may quote its code. */
const maxReasonChars = 4_000;

type RequestFrame = Exclude<HostFrame, ExecuteFrame | SnapshotFrame | CallResultFrame | StopFrame>;
/** A request that is answered by a reply, before it has its number. */
export type Question = RequestFrame extends infer Frame
  ? Frame extends RequestFrame
    ? Omit<Frame, 'id'>
    : never
  : never;

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
  readonly files: readonly ChildFile[];
  readonly memoryBytes: number;
  #child: Child | undefined;
  #exit: ChildExit | undefined;
  #nextId = 1;
  #cell: { readonly id: number; readonly run: CellRun } | undefined;
  #question:
    | { readonly id: number; readonly settle: (reply: ReplyFrame | ImageFrame) => void }
    | undefined;
  #busy: Promise<unknown> | undefined;
  #onGone: ((exit: ChildExit) => void) | undefined;
  /** How much the guest may still send before the next request. */
  #idleQuota: ByteQuota = createByteQuota(maxIdleBytes);

  /**
   * Starts the engine. Rejects when it cannot start, and with the signal's reason as soon as that is aborted: a guest that
   * arrives later is ended.
   */
  static async start(
    backend: Pick<WholeBackend, 'spawn'>,
    start: Omit<ChildOptions, 'onFrame' | 'abortSignal'>,
    { abortSignal, departures }: Arrival,
  ): Promise<Guest> {
    abortSignal.throwIfAborted();
    const guest = new Guest(start);
    const onFrame = (frame: unknown): void => {
      guest.#take(frame);
    };
    const spawned = await awaitHook(() => backend.spawn({ ...start, onFrame, abortSignal }));
    const child = safeChild(spawned, (fault) => {
      guest.#violate(`its child failed: ${messageOf(fault)}`, 'crashed');
    });
    guest.#child = child;
    void child.exited.then((exit) => {
      guest.#lose(exit);
    });
    try {
      await untilAborted(child.ready ?? Promise.resolve(), abortSignal);
      return guest;
    } catch (error) {
      departures.add(child.kill());
      throw error;
    }
  }

  private constructor({ files = [], limits }: Omit<ChildOptions, 'onFrame' | 'abortSignal'>) {
    this.files = files;
    this.memoryBytes = limits.memoryBytes;
  }

  get child(): Child {
    if (this.#child === undefined)
      throw new SandboxError('session_lost', 'the guest has not started');
    return this.#child;
  }

  get isGone(): boolean {
    return this.#exit !== undefined;
  }

  /** How the guest ended, if it did. */
  get exit(): ChildExit | undefined {
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
    if (this.#exit === undefined) this.child.send({ type: 'execute', id, ...frame });
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
  async ask(question: Question, time: CallTime): Promise<Answer> {
    const answer = await this.#ask(question, time, 'reply');
    return answer.outcome;
  }

  /**
   * A snapshot; undefined if it would be larger than `maxBytes`. Its time works as in {@link Guest.ask}.
   *
   * @throws SandboxError `session_lost`; CallStopped
   */
  async snapshot(maxBytes: number, time: CallTime): Promise<Uint8Array | undefined> {
    const answer = await this.#ask({ type: 'snapshot', maxBytes }, time, 'image');
    return answer.bytes;
  }

  /** Whether a text may be sent in pieces. */
  get takesPieces(): boolean {
    return this.child.takesPieces === true;
  }

  #ask<Type extends 'reply' | 'image'>(
    question: Question | Omit<SnapshotFrame, 'id'>,
    time: CallTime,
    expected: Type,
  ): Promise<Extract<ReplyFrame | ImageFrame, { readonly type: Type }>> {
    const id = this.#nextId++;
    this.#idleQuota = createByteQuota(maxIdleBytes);
    type Expected = Extract<ReplyFrame | ImageFrame, { readonly type: Type }>;
    const answered = new Promise<Expected>((resolve) => {
      this.#question = {
        id,
        settle: (answer) => {
          if (answer.type === expected) resolve(answer as Expected);
          else this.#violate(`an answer of another kind to "${question.type}"`);
        },
      };
    }).finally(() => {
      this.#question = undefined;
    });
    if (this.#exit === undefined) this.child.send({ id, ...question });
    return this.#await(answered, time, `no answer to "${question.type}" in time`);
  }

  /** Ends the guest. Callers that wait for it are notified at once. */
  async kill(): Promise<void> {
    this.#lose({ kind: 'killed', reason: 'the guest was ended by its host' });
    await this.#child?.kill();
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
    } else if (this.#question !== undefined && (frame.type === 'reply' || frame.type === 'image')) {
      if (frame.id === this.#question.id) this.#question.settle(frame);
      else this.#violate('a reply to another question');
    }
    // Between requests a guest may still say something (output of a destructor): it is dropped.
    else if (!this.#idleQuota.take(idleFrameBytes + roughBytes(frame, maxIdleBytes))) {
      this.#violate('too much without a request');
    }
  }

  #violate(reason: string, kind: ChildExit['kind'] = 'violation'): void {
    this.#lose({ kind, reason });
    void this.#child?.kill();
  }

  #lose(given: ChildExit): void {
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
