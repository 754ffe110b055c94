import {
  awaitHook,
  createAbortHub,
  createByteQuota,
  createChanges,
  createSemaphore,
  finalSignalOf,
  messageOf,
  nextTurn,
  type ReleaseSlot,
  settleUnlessFinal,
  until,
  untilAborted,
} from '@rlm/repl-types/internal';

import type { CallFrame, GuestError } from '../contract/frames.js';
import type { SandboxLimits } from '../contract/limits.js';
import { readHostFinal } from './host-final.js';
import type { BoundFunction } from './host-functions.js';
import { toJsonText } from './host-value.js';
import { parseJsonText, rejected, requireShape, requireSize, tooLarge } from './json-text.js';
import type { RecordedCall } from './log.js';
import { runWithin, type RunningCall } from './running-call.js';

/** How a host call ended: as the code gets it, or with the final that ends the cell. */
type CallOutcome = RecordedCall['outcome'];

/** What a result says of a call: `prompt` and `response` if they are texts. */
export interface CallRecord {
  readonly name: string;
  readonly prompt: string | undefined;
  readonly response: string | undefined;
  readonly error: string | undefined;
  readonly durationMs: number;
}

/** The cell that makes a call. */
export interface CallingCell {
  /** Aborted when the cell ends or is stopped: its calls end with it. */
  readonly abortSignal: AbortSignal;
  /** Gets one entry for each function that was really called. */
  readonly record: (call: CallRecord) => void;
  /** The call, of another session, on whose behalf the cell runs. */
  readonly around: RunningCall | undefined;
}

/** An answer, and what to call when the code has taken it, or never will: its place is another call's then. */
export interface Served {
  readonly outcome: CallOutcome;
  readonly taken: () => void;
}

/** How much of a thrown value's message is kept, in characters. */
const maxMessageChars = 2_000;

const nothing = (): void => undefined;

/** A turn of the event loop that a call has. */
type Turn = symbol;

/** The last turn that a call had, of any session: until another has one, it may go on with its work. */
let lastTurn: Turn | undefined;

/**
 * Serves the host calls of one session: budget, concurrency, time, limits of values. At most `maxConcurrentCalls` run at once, and
 * an answer keeps its place until the code takes it. While answers that it has not taken are longer than a value may be, no more are
 * written. Each function is called, and each answer is written, in a turn of the event loop that no other call has: calls that are
 * answered at once do not hold the host's thread.
 */
export class Calls {
  readonly #functions: ReadonlyMap<string, BoundFunction>;
  readonly #limits: SandboxLimits;
  readonly #owner: object;
  readonly #hub = createAbortHub();
  readonly #places: ReturnType<typeof createSemaphore>;
  readonly #turns = new Set<Promise<void>>();
  /** Characters of the answers that the code has not taken. */
  #untaken = 0;
  readonly #taken = createChanges();
  #left: number;

  /** @param owner What stands for the session in {@link RunningCall}. */
  constructor(functions: ReadonlyMap<string, BoundFunction>, limits: SandboxLimits, owner: object) {
    this.#functions = functions;
    this.#limits = limits;
    this.#owner = owner;
    this.#left = limits.maxHostCalls;
    this.#places = createSemaphore(limits.maxConcurrentCalls, this.#hub);
  }

  /**
   * Settles when calls that wait only for the host's thread may continue. Undefined if there are none: each then waits for its
   * function, for a place, or for the code to take an answer.
   */
  busy(): Promise<void> | undefined {
    return this.#turns.values().next().value;
  }

  /** Serves one call of a cell; never rejects. */
  serve({ name, args }: CallFrame, cell: CallingCell): Promise<Served> {
    // Not an async function: that would keep the text of the arguments until the answer is there.
    try {
      return this.#serve(name, parseJsonText(args, this.#limits), cell);
    } catch (error) {
      return Promise.resolve({ outcome: this.#endOf(error), taken: nothing });
    }
  }

  async #serve(name: string, args: unknown, cell: CallingCell): Promise<Served> {
    let leave: ReleaseSlot = nothing;
    try {
      const target = this.#functions.get(name);
      if (target === undefined) throw new Error(`there is no host function ${name}`);
      if (!Array.isArray(args)) throw new Error('expected an array of arguments');
      if (target.batchOf !== undefined) {
        const json = await this.#batch({ name, single: target.batchOf }, args, cell);
        return { outcome: { json }, taken: nothing };
      }
      this.#spend();
      leave = await this.#places.enter(cell.abortSignal);
      const turn = await this.#ownTurn();
      const value = await this.#call(target, args, cell);
      await this.#untilWritable(turn, cell.abortSignal);
      return this.#hold(toJsonText(value, this.#limits, resultOf(name)), leave);
    } catch (error) {
      return { outcome: this.#endOf(error), taken: leave };
    }
  }

  /** An answer that keeps its place until it is taken. */
  #hold(json: string, leave: ReleaseSlot): Served {
    this.#untaken += json.length;
    const taken = (): void => {
      leave();
      this.#untaken -= json.length;
      this.#taken.tell();
    };
    return { outcome: { json }, taken };
  }

  /**
   * Calls a function once for each item. The answers, in the order of the items, form the JSON text of one list, with
   * null for a failed call. If all calls fail, the batch fails with the first error. Answers are held as JSON text, only
   * as long as they can still form a value within the limits. Otherwise the batch fails, and calls that have not begun
   * are not made.
   *
   * @throws SandboxError `value_rejected`; errors of the calls
   */
  async #batch(
    { name, single }: { readonly name: string; readonly single: BoundFunction },
    [items, ...rest]: readonly unknown[],
    cell: CallingCell,
  ): Promise<string> {
    const { maxHostCalls, maxValueBytes } = this.#limits;
    if (!Array.isArray(items)) throw new Error(`expected a list, got ${typeof items}`);
    if (items.length > this.#left) {
      throw new Error(
        `${items.length} calls are over the limit of ${maxHostCalls} host calls a session (${this.#left} are left); none was made`,
      );
    }
    const quota = createByteQuota(maxValueBytes);
    let fault: { readonly reason: unknown } | undefined;
    const call = async (item: unknown): Promise<{ value: unknown; turn: Turn }> => {
      this.#spend();
      const leave = await this.#places.enter(cell.abortSignal);
      try {
        const turn = await this.#ownTurn();
        // The last answer may have been one too many in the meantime.
        if (fault !== undefined) throw fault.reason;
        return { value: await this.#call(single, [item, ...rest], cell), turn };
      } finally {
        leave();
      }
    };
    const write = async (value: unknown, turn: Turn): Promise<string> => {
      try {
        if (turn !== lastTurn) await this.#ownTurn();
        const json = toJsonText(value, this.#limits, resultOf(name));
        if (quota.take(json.length + 1)) return json;
        throw rejected(tooLarge(quota.usedBytes + json.length + 1, maxValueBytes));
      } catch (reason) {
        fault ??= { reason };
        throw reason;
      }
    };
    const settled = await Promise.all(
      (items as unknown[]).map(async (item) => {
        const answer = await settleUnlessFinal(call(item));
        if (answer.status === 'rejected') return answer;
        return { json: await write(answer.value.value, answer.value.turn) };
      }),
    );
    const failures = settled.filter((item) => 'reason' in item);
    const [first] = failures;
    if (first !== undefined && failures.length === settled.length) throw first.reason;
    const json = `[${settled.map((item) => ('json' in item ? item.json : 'null')).join(',')}]`;
    requireSize(json, this.#limits);
    requireShape(json, this.#limits);
    return json;
  }

  /** Counts a call. */
  #spend(): void {
    if (this.#left <= 0) {
      throw new Error(`the limit of ${this.#limits.maxHostCalls} host calls a session is reached`);
    }
    this.#left -= 1;
  }

  /** A turn of the event loop for one piece of work, after those of all who asked before, in any session. */
  async #ownTurn(): Promise<Turn> {
    const turn = nextTurn();
    this.#turns.add(turn);
    await turn;
    this.#turns.delete(turn);
    lastTurn = Symbol();
    return lastTurn;
  }

  /**
   * Waits for a turn in which an answer may be written, and there is room for it: that of its call if no other has had one since, so
   * that at most one other call is made late.
   */
  async #untilWritable(callTurn: Turn, abortSignal: AbortSignal): Promise<void> {
    const isFull = (): boolean => this.#untaken > this.#limits.maxValueBytes;
    for (let turn = callTurn; turn !== lastTurn || isFull(); turn = await this.#ownTurn()) {
      if (isFull()) await untilAborted(this.#taken.next(), abortSignal);
    }
  }

  /** Calls a function, and records that. */
  async #call(
    target: BoundFunction,
    args: readonly unknown[],
    { around, abortSignal, record }: CallingCell,
  ): Promise<unknown> {
    const { name } = target;
    const startedAt = performance.now();
    const [first] = args;
    const prompt = typeof first === 'string' ? first : undefined;
    const tell = (response: string | undefined, error: string | undefined): void => {
      record({ name, prompt, response, error, durationMs: performance.now() - startedAt });
    };
    try {
      const call = { owner: this.#owner, name, around, isPending: true };
      const value = await this.#withDeadline(target, args, call, abortSignal);
      // A longer one does not reach the code.
      const isKept = typeof value === 'string' && value.length <= this.#limits.maxValueBytes;
      tell(isKept ? value : undefined, undefined);
      return value;
    } catch (error) {
      const isFinal = finalSignalOf(error) !== undefined;
      tell(undefined, isFinal ? undefined : messageOf(error, maxMessageChars));
      throw error;
    }
  }

  /**
   * Calls a function for as long as its cell and its time last. When the time is over, its signal is aborted. A result
   * within the grace period still counts, so that a batch can keep its answers.
   */
  async #withDeadline(
    { name, invoke }: BoundFunction,
    args: readonly unknown[],
    call: RunningCall,
    cell: AbortSignal,
  ): Promise<unknown> {
    const { callTimeoutMs, graceMs } = this.#limits;
    const controller = new AbortController();
    const context = {
      // Most functions never ask for it.
      get abortSignal() {
        return controller.signal;
      },
    };
    const stop = (problem: string): Error => {
      const reason = new Error(`${name} ${problem}`);
      controller.abort(reason);
      return reason;
    };
    try {
      cell.throwIfAborted();
      const answer = runWithin(call, () => awaitHook(() => invoke(context, ...args)));
      return await until(answer, (settle) => {
        const fail = (reason: Error): void => {
          settle(() => {
            throw reason;
          });
        };
        const forget = this.#hub.watch(cell, () => {
          fail(stop('was aborted: its cell has ended'));
        });
        let timer = setTimeout(() => {
          const reason = stop(`did not answer within ${callTimeoutMs} ms`);
          timer = setTimeout(fail, graceMs, reason);
        }, callTimeoutMs);
        return () => {
          forget();
          clearTimeout(timer);
        };
      });
    } finally {
      call.isPending = false;
    }
  }

  #endOf(error: unknown): CallOutcome {
    try {
      const final = readHostFinal(error, this.#limits);
      return final === undefined ? errorOutcome(messageOf(error, maxMessageChars)) : { final };
    } catch (fault) {
      return errorOutcome(messageOf(fault, maxMessageChars));
    }
  }
}

const resultOf = (name: string): string => `the result of ${name}`;

/** How code sees a host call that failed; it makes an exception of class `HostCallError` of it. */
function errorOutcome(message: string): { readonly error: GuestError } {
  return { error: { type: 'HostCallError', message } };
}
