import {
  awaitHook,
  messageOf,
  nextTurn,
  roughBytes,
  untilAborted,
  untilExpired,
  warn,
} from '@rlm/repl-types/internal';

import type { Child, ChildExit, ChildFile, ChildOptions } from '../contract/backend.js';
import { SandboxError } from '../contract/errors.js';
import type {
  CallResultFrame,
  ExecuteFrame,
  GuestError,
  GuestFrame,
  HostFrame,
  ReplyFrame,
  SnapshotFrame,
} from '../contract/frames.js';
import { CallStopped } from './call-time.js';
import type { Cell, CellEnd } from './cell.js';
import type { WholeBackend } from './create-sandbox.js';
import { parseGuestFrame } from './parse-frame.js';
import { headOf } from './slice-text.js';

/** Characters kept of the reason why a child ended: it may quote its code. */
const maxReasonChars = 4_000;

/** How long a child may still answer a caller that no longer waits, in milliseconds: a slow one is worth more than a new one. */
const lateAnswerMs = 1_000;

/** How much a child may send between two requests, in rough bytes; each frame counts as some more. */
const maxIdleBytes = 4 * 1024 * 1024;
const idleFrameBytes = 256;

/** A request before it has its number. */
type Unnumbered<Frame> = Frame extends HostFrame ? Omit<Frame, 'id'> : never;

/** A request that is answered by a reply. */
export type Question = Unnumbered<
  Exclude<HostFrame, ExecuteFrame | SnapshotFrame | CallResultFrame>
>;

/** A child's answer: JSON text (if there is an answer), or an error of its own. */
export type Answer = ReplyFrame['outcome'];

/** What waits for a child: it gets its frames, and is told of its end. */
interface Waiting {
  /** Returns false for a frame that makes no sense now. `id`: the number of the request. */
  take(frame: GuestFrame, id: number): boolean;
  lose(exit: ChildExit): void;
}

/** A child with its pending request. Checks every frame, and gives the child up at the first invalid one. */
export class LiveChild {
  /** The files that it can read itself. */
  readonly files: readonly ChildFile[];
  readonly memoryBytes: number;
  #child: Child | undefined;
  #exit: ChildExit | undefined;
  #endedIdle = false;
  /** The number of the last request. */
  #id = 0;
  #waiting: Waiting | undefined;
  #busy: Promise<unknown> | undefined;
  /** How much it has sent since the last request. */
  #idleBytes = 0;

  /** Starts a child. Rejects when it cannot start, and with the signal's reason as soon as that is aborted; it is killed then. */
  static async start(
    backend: Pick<WholeBackend, 'spawn'>,
    options: Omit<ChildOptions, 'onFrame'>,
    leaving: Leaving,
  ): Promise<LiveChild> {
    const { abortSignal } = options;
    abortSignal?.throwIfAborted();
    const own = new LiveChild(options);
    const onFrame = (frame: unknown): void => {
      own.#take(frame);
    };
    const child = await awaitHook(() => backend.spawn({ ...options, onFrame }));
    own.#child = child;
    const crashed = (fault: unknown): ChildExit => ({ kind: 'crashed', reason: messageOf(fault) });
    void awaitHook(() => child.exited)
      .then(readExit)
      .catch(crashed)
      .then(own.#lose.bind(own));
    try {
      await untilAborted(Promise.race([awaitHook(() => child.ready), own.#ended()]), abortSignal);
      // One that has sent an invalid frame meanwhile would be replaced by another, without an end.
      if (own.#exit !== undefined) throw endedError(own.#exit);
      own.#waiting = undefined;
      return own;
    } catch (error) {
      leaving.add(own.kill());
      throw error;
    }
  }

  private constructor({ files = [], limits }: Omit<ChildOptions, 'onFrame'>) {
    this.files = files;
    this.memoryBytes = limits.memoryBytes;
  }

  get isGone(): boolean {
    return this.#exit !== undefined;
  }

  /** Whether it ended while nothing was asked of it. */
  get endedIdle(): boolean {
    return this.#endedIdle;
  }

  /** How it ended, if it did. */
  get exit(): ChildExit | undefined {
    return this.#exit;
  }

  /** Work whose caller has gone, or a snapshot that is being taken; undefined if it is free. */
  get busy(): Promise<unknown> | undefined {
    return this.#busy;
  }

  /** Whether a text may be sent in pieces. */
  get takesPieces(): boolean {
    return this.#child?.takesPieces === true;
  }

  /** Gives it a frame. One that fails with it is given up: it may be another author's. */
  send(frame: HostFrame): void {
    try {
      this.#watch(this.#child?.send(frame));
    } catch (fault) {
      this.#fail(fault);
    }
  }

  /** Stops the running cell. */
  stop(): void {
    try {
      this.#watch(this.#child?.stop());
    } catch (fault) {
      this.#fail(fault);
    }
  }

  /** Runs a cell, which gets its frames. */
  async execute(cell: Cell, frame: Omit<ExecuteFrame, 'id' | 'type'>): Promise<CellEnd> {
    this.#begin({ type: 'execute', ...frame }, cell);
    const end = await cell.ended;
    this.#waiting = undefined;
    return end;
  }

  /**
   * Asks something and waits for the reply, as long as the caller's time lasts. If it has not come
   * {@link lateAnswerMs} later, the child is given up.
   *
   * @throws SandboxError `session_lost`; CallStopped
   */
  async ask(question: Question, time: AbortSignal): Promise<Answer> {
    const answer = await this.#ask(question, time, 'reply');
    return answer.outcome;
  }

  /**
   * A snapshot; undefined if it would be larger than `maxBytes`. Its time works as in {@link LiveChild.ask}.
   *
   * @throws SandboxError `session_lost`; CallStopped
   */
  async snapshot(maxBytes: number, time: AbortSignal): Promise<Uint8Array | undefined> {
    const answer = await this.#ask({ type: 'snapshot', maxBytes }, time, 'snapshot');
    return answer.bytes;
  }

  /** Ends it; resolves when nothing of it runs. Callers that wait for it are told at once. */
  async kill(): Promise<void> {
    this.#lose({ kind: 'killed', reason: 'the interpreter was ended by its host' });
    await this.#end();
  }

  /** Rejects when it has ended without having become ready; a turn later, since what `ready` rejects with says more. */
  #ended(): Promise<never> {
    return new Promise((_, reject) => {
      const lose = (exit: ChildExit): void => {
        void nextTurn().then(() => {
          reject(endedError(exit));
        });
      };
      if (this.#exit === undefined) this.#waiting = { take: this.#drop.bind(this), lose };
      else lose(this.#exit);
    });
  }

  async #ask<Type extends 'reply' | 'snapshot'>(
    question: Unnumbered<HostFrame>,
    time: AbortSignal,
    expected: Type,
  ): Promise<Extract<GuestFrame, { readonly type: Type }>> {
    type Expected = Extract<GuestFrame, { readonly type: Type }>;
    const answered = new Promise<Expected>((resolve, reject) => {
      const lose = (exit: ChildExit): void => {
        reject(endedError(exit));
      };
      const take = (frame: GuestFrame, id: number): boolean => {
        if (frame.type !== 'reply' && frame.type !== 'snapshot') return this.#drop(frame);
        if (frame.type !== expected || frame.id !== id) return false;
        resolve(frame as Expected);
        return true;
      };
      this.#begin(question, { take, lose });
    });
    const busy = answered
      .catch(() => undefined)
      .then(() => {
        this.#busy = this.#waiting = undefined;
      });
    this.#busy = busy;
    try {
      return await untilAborted(answered, time);
    } catch (error) {
      if (error instanceof CallStopped) void this.#awaitLate(busy, question.type);
      throw error;
    }
  }

  /** Waits a little longer for an answer to a caller that no longer waits. */
  async #awaitLate(busy: Promise<unknown>, type: string): Promise<void> {
    await untilExpired(busy, lateAnswerMs, () => {
      this.#violate(`no answer to "${type}" in time`);
    });
  }

  #begin(request: Unnumbered<HostFrame>, waiting: Waiting): void {
    this.#id += 1;
    this.#idleBytes = 0;
    this.#waiting = waiting;
    if (this.#exit === undefined) this.send({ id: this.#id, ...request } as HostFrame);
    else waiting.lose(this.#exit);
  }

  #take(value: unknown): void {
    if (this.#exit !== undefined) return;
    const frame = parseGuestFrame(value);
    if (frame === undefined) {
      this.#violate('a frame of an unknown shape');
    } else if (!(this.#waiting?.take(frame, this.#id) ?? this.#drop(frame))) {
      this.#violate(`a "${frame.type}" frame that is invalid now`);
    }
  }

  /** Between requests it may still say something (output of a destructor), though not much: it is dropped. */
  #drop(frame: GuestFrame): boolean {
    this.#idleBytes += idleFrameBytes + roughBytes(frame, maxIdleBytes);
    return this.#idleBytes <= maxIdleBytes;
  }

  /** A method that returns a promise, which it should not, may reject it. */
  #watch(given: unknown): void {
    if (given !== undefined) awaitHook(() => given).catch(this.#fail.bind(this));
  }

  #fail(fault: unknown): void {
    warn(`A child of a sandbox failed: ${messageOf(fault)}`);
    this.#violate(`its child failed: ${messageOf(fault)}`, 'crashed');
  }

  #violate(reason: string, kind: ChildExit['kind'] = 'violation'): void {
    this.#lose({ kind, reason });
    void this.#end();
  }

  async #end(): Promise<void> {
    await awaitHook(() => this.#child?.kill()).catch((fault: unknown) => {
      warn(`A child of a sandbox failed: ${messageOf(fault)}`);
    });
  }

  #lose(given: ChildExit): void {
    if (this.#exit !== undefined) return;
    const exit = { ...given, reason: headOf(given.reason, maxReasonChars) };
    this.#exit = exit;
    this.#endedIdle = this.#waiting === undefined;
    this.#waiting?.lose(exit);
  }
}

/** How a child says that it ended, which may be any value at all. */
function readExit(value: unknown): ChildExit {
  const { kind, reason } = Object(value) as Readonly<Record<string, unknown>>;
  return {
    kind: kind === 'killed' || kind === 'violation' || kind === 'memory' ? kind : 'crashed',
    reason: typeof reason === 'string' ? reason : 'it did not say why',
  };
}

function endedError({ kind, reason }: ChildExit): SandboxError {
  return new SandboxError('session_lost', `the interpreter ended: ${reason}`, {
    details: { kind },
  });
}

/** Children that are being ended. */
export class Leaving {
  readonly #ends = new Set<Promise<unknown>>();

  /** Keeps track of an end; how it comes does not matter. */
  add(ending: Promise<unknown>): void {
    const end = ending
      .catch(() => undefined)
      .finally(() => {
        this.#ends.delete(end);
      });
    this.#ends.add(end);
  }

  /** Resolves when all are gone, those too that are added meanwhile. */
  async settled(): Promise<void> {
    while (this.#ends.size > 0) await Promise.all(this.#ends);
  }
}

/** A child's error as a line for an error's message. */
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
