import type { REPLResult, ReplLanguage } from '@rlm/repl-types';
import {
  checkOption,
  refuseOption,
  untilAborted,
  type SessionState,
} from '@rlm/repl-types/internal';
import { checkOptions } from '@rlm/repl-types/options';

import { SandboxError } from '../contract/errors.js';
import type { ExecuteFrame } from '../contract/frames.js';
import type {
  CallOptions,
  ExecuteOptions,
  SessionSnapshot,
  SessionVariable,
  SetOptions,
  SnapshotOptions,
} from '../contract/session.js';
import { assign, moveLimitMs, recordSet } from './assign.js';
import { CallStopped, inTime } from './call-time.js';
import { Calls } from './calls.js';
import { Cell, outputKey, preflightOf, type CellEnd } from './cell.js';
import type { WholeBackend } from './create-sandbox.js';
import { resolveHostFinal } from './host-final.js';
import { parseJsonText } from './json-text.js';
import { jsonOf, type LiveChild, type Question } from './live-child.js';
import { Log } from './log.js';
import { onAbort } from './on-abort.js';
import { callRule, executeRule, snapshotRule, textRule, type ResolvedOptions } from './options.js';
import { Recovery } from './recovery.js';
import { abortReason, stoppedResult, toResult, wasClosed } from './result.js';
import { currentCall, refuseWithinOwnCall } from './running-call.js';
import type { Held } from './places/places.js';
import { makeSnapshot, takeSnapshot } from './snapshot.js';
import { toldOutput } from './told-diagnostics.js';
import { parseVariables, readLocals, type CellVariables } from './variables.js';

/** The default time of `get` and `variables`, in milliseconds: what 64 MB need on a busy machine. */
const askMs = 10_000;

/** The least time for an answer that a host function has named when the cell's own time is over, in milliseconds. */
const leastFinalMs = 250;

/** A call without options: there is nothing to check. */
const noOptions: ExecuteOptions = Object.freeze({});

/** The session that every backend shares: one child at a time, its log, and the rules of its use. */
export class Session {
  readonly backend: string;
  readonly language: ReplLanguage;
  readonly #backend: WholeBackend;
  readonly #options: ResolvedOptions;
  readonly #calls: Calls;
  readonly #log = new Log();
  readonly #recovery: Recovery;
  /** What the session has a place by: its calls are made on its behalf, and it is left at the end. */
  readonly #held: Held;
  /** How many calls are under way, or wait for their turn. */
  #taken = 0;
  /** Resolves when the last of them has ended. */
  #last: Promise<unknown> = Promise.resolve();
  /** Those who wait for the next change. */
  #watchers: (() => void)[] = [];
  #cell: Cell | undefined;
  /** The variables that the last cell left, until the child is asked anything else. */
  #left: readonly SessionVariable[] | undefined;
  #spentMs = 0;
  #closing: Promise<void> | undefined;
  #forgetSignal: () => void = () => undefined;

  /** Opens a session in a place: with a fresh child, or one from a snapshot. */
  static async open(backend: WholeBackend, options: ResolvedOptions, held: Held): Promise<Session> {
    const { abortSignal } = options;
    const session = new Session(backend, options, held);
    session.#forgetSignal = onAbort(abortSignal, () => void session.close());
    try {
      await session.#recovery.open();
      abortSignal?.throwIfAborted();
      return session;
    } catch (error) {
      await session.close();
      abortSignal?.throwIfAborted();
      throw error;
    }
  }

  private constructor(backend: WholeBackend, options: ResolvedOptions, held: Held) {
    this.backend = backend.name;
    this.language = backend.language;
    this.#backend = backend;
    this.#options = options;
    this.#held = held;
    this.#calls = new Calls(options.functions, options.limits, held.place);
    this.#recovery = new Recovery(backend, options, this.#log);
    if (options.snapshot !== undefined) this.#log.begin(options.snapshot);
  }

  async execute(code: string, options: ExecuteOptions = noOptions): Promise<REPLResult> {
    if (typeof code !== 'string') checkOption('code', code, textRule, refuseOption);
    if (options !== noOptions) checkOptions(options, executeRule, refuseOption);
    this.#requireFree('execute');
    const { abortSignal } = options;
    return this.#inTurn(
      () => this.#execute(code, options),
      abortSignal,
      () => {
        const reason = abortReason(abortSignal);
        return stoppedResult({ kind: 'aborted', reason }, this.#recovery.state);
      },
    );
  }

  async set(name: string, value: unknown, options: SetOptions = {}): Promise<void> {
    this.#requireFree('set');
    const entry = recordSet(name, value, this.language, this.#options.limits, options);
    await this.#use('set', options, moveLimitMs, async (child, time) => {
      await assign(child, entry, time);
      this.#log.addSet(entry);
    });
  }

  async get(name: string, options: CallOptions = {}): Promise<unknown> {
    checkOption('name', name, textRule, refuseOption);
    checkOptions(options, callRule, refuseOption);
    this.#requireFree('get');
    return parseJsonText(await this.#ask({ type: 'get', name }, options), this.#options.limits);
  }

  async variables(options: CallOptions = {}): Promise<readonly SessionVariable[]> {
    checkOptions(options, callRule, refuseOption);
    this.#requireFree('variables');
    options.abortSignal?.throwIfAborted();
    const isFree = this.#taken === 0 && this.#recovery.free !== undefined;
    if (isFree && this.#left !== undefined) return this.#left;
    return parseVariables(await this.#ask({ type: 'variables' }, options));
  }

  idle(): Promise<void> | undefined {
    if (this.#taken === 0) return undefined;
    if (this.#cell?.isWaiting === true) return this.#calls.busy();
    return new Promise((resolve) => this.#watchers.push(resolve));
  }

  get guestMs(): number {
    return this.#spentMs;
  }

  async snapshot(options: SnapshotOptions = {}): Promise<SessionSnapshot> {
    checkOptions(options, snapshotRule, refuseOption);
    this.#requireFree('snapshot');
    return this.#snapshot(options);
  }

  async undo(): Promise<SessionState> {
    this.#requireFree('undo');
    return this.#inTurn(async () => {
      // A snapshot that is on its way is one from after the cell.
      await this.#recovery.saved();
      if (this.#log.undo()) return this.#recovery.lose();
      if (this.#log.isUndone) return this.#recovery.state;
      throw new SandboxError('unsupported', 'undo: the last cell was not stopped from outside');
    });
  }

  async fork(): Promise<Session> {
    this.#requireFree('fork');
    return this.#held.beside(async (held) => {
      const snapshot = await this.#snapshot({});
      return Session.open(this.#backend, { ...this.#options, snapshot }, held);
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close().finally(this.#held.place.leave);
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#forgetSignal();
    this.#cell?.stop(wasClosed);
    await this.#recovery.close();
    this.#log.close();
  }

  /** Executes one cell: brings the session back if it must, runs the cell, records it. */
  async #execute(code: string, options: ExecuteOptions): Promise<REPLResult> {
    const { limits, now, preflight } = this.#options;
    const { abortSignal } = options;
    const sessionLeftMs = limits.sessionTimeoutMs - this.#spentMs;
    if (sessionLeftMs <= 0) {
      const limit = { limitMs: limits.sessionTimeoutMs, limit: 'limit sessionTimeoutMs' };
      return stoppedResult({ kind: 'timeout', ...limit }, this.#recovery.state);
    }
    this.#left = undefined;
    const startedAt = performance.now();
    const limitMs = Math.min(options.timeoutMs ?? limits.cellMs, sessionLeftMs);
    const leftMs = (): number => Math.max(0, limitMs - (performance.now() - startedAt));
    // The one clock that is not passed in.
    const nowMs = options.nowMs ?? now?.() ?? new Date().getTime();
    let child = this.#recovery.free;
    try {
      child ??= await inTime(limitMs, abortSignal, (time) => this.#recovery.take(time));
    } catch (error) {
      return this.#recovery.resultWithout(error);
    }
    const frame = {
      cell: this.#log.nextCell,
      code,
      nowMs,
      preflight: preflightOf(this.#backend, options.preflight ?? preflight),
    };
    const end = await this.#runCell(child, frame, options, leftMs());
    this.#spentMs += end.guestMs;
    this.#record(end, child, frame);
    const told = isNamedByHost(end)
      ? await resolveHostFinal(end, this.language, limits, async (question) => {
          const finalMs = Math.max(leastFinalMs, leftMs());
          return jsonOf(await inTime(finalMs, abortSignal, (time) => child.ask(question, time)));
        })
      : end;
    const state = this.#recovery.after(child, end.isChildLost);
    const { variables } = end.done ?? {};
    const { locals, listed } = variables === '[]' ? noVariables : readLocals(variables, limits);
    if (this.#recovery.state === 'kept') {
      this.#left = listed;
      this.#recovery.noteAlive(child, Object.keys(locals), end.wasStopped);
    }
    const { cell } = frame;
    const ran = { cell, code, language: this.language };
    const executionMs = performance.now() - startedAt;
    const error = told.error && this.#recovery.withLoss(told.error, state);
    return toResult({ ...told, error }, state, executionMs, locals, ran);
  }

  async #runCell(
    child: LiveChild,
    frame: Omit<ExecuteFrame, 'id' | 'type'>,
    { abortSignal, onOutput }: ExecuteOptions,
    limitMs: number,
  ): Promise<CellEnd> {
    const around = currentCall();
    const cell: Cell = new Cell({
      child,
      limits: this.#options.limits,
      limitMs,
      onCall: (call) => {
        const record = cell.record.bind(cell);
        const calling = { abortSignal: cell.abortSignal, record, around };
        void this.#calls.serve(call, calling).then(({ outcome, taken }) => {
          cell.answer(call.call, outcome, taken);
        });
      },
      onWait: () => {
        this.#tell();
      },
      onOutput: onOutput && toldOutput(onOutput),
    });
    const forget =
      abortSignal &&
      onAbort(abortSignal, () => {
        cell.stop({ kind: 'aborted', reason: abortReason(abortSignal) });
      });
    this.#cell = cell;
    if (this.#closing !== undefined) cell.stop(wasClosed);
    try {
      return await child.execute(cell, frame);
    } finally {
      this.#cell = undefined;
      forget?.();
    }
  }

  #record(
    end: CellEnd,
    child: LiveChild,
    { cell, code, nowMs }: Omit<ExecuteFrame, 'id' | 'type'>,
  ): void {
    const { outcome, answered, isChildLost, wasStopped, unrun, guestMs } = end;
    const isGone = isChildLost || (wasStopped && child.isGone);
    const ended = wasStopped ? 'stopped' : unrun === 'refused' ? 'refused' : 'ran';
    const calls = answered && Object.freeze(answered);
    const entry = {
      type: 'cell',
      cell,
      code,
      nowMs,
      outcome,
      output: outputKey(end),
      calls,
    } as const;
    this.#log.addCell(entry, guestMs, isGone ? 'gone' : ended);
  }

  #snapshot({ maxBytes = Infinity, ...call }: SnapshotOptions): Promise<SessionSnapshot> {
    return this.#use('snapshot', call, moveLimitMs, async (child, time) => {
      const bytes = await takeSnapshot(this.#backend, child, maxBytes, time);
      return makeSnapshot(this.#backend, bytes, this.#log.nextCell - 1);
    });
  }

  async #ask(question: Question, options: CallOptions): Promise<string> {
    const { cellMs, graceMs } = this.#options.limits;
    const mostMs = Math.min(askMs, cellMs + graceMs);
    const ask = (child: LiveChild, time: AbortSignal) => child.ask(question, time);
    return jsonOf(await this.#use(question.type, options, mostMs, ask));
  }

  /**
   * Uses the child outside a cell, in the time of a call.
   *
   * @throws SandboxError `call_timeout`, `session_closed`, `session_lost`; the reason of the call's signal
   */
  #use<Value>(
    method: string,
    { abortSignal, timeoutMs }: CallOptions,
    defaultMs: number,
    task: (child: LiveChild, time: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const limitMs = timeoutMs ?? defaultMs;
    const use = async (): Promise<Value> => {
      this.#left = undefined;
      try {
        return await inTime(limitMs, abortSignal, async (time) =>
          task(await this.#recovery.take(time), time),
        );
      } catch (error) {
        this.#requireOpen();
        if (!(error instanceof CallStopped)) throw error;
        if (error.stop.kind === 'aborted') throw error.cause;
        const message = `${method} did not end within ${limitMs} ms: ${this.#recovery.task}`;
        throw new SandboxError('call_timeout', message);
      }
    };
    return this.#inTurn(use, abortSignal, () => {
      throw abortSignal?.reason;
    });
  }

  /** Refuses calls that would wait for the cell that waits for their caller. */
  #requireFree(method: string): void {
    this.#requireOpen();
    refuseWithinOwnCall(this.#held.place, method);
  }

  #requireOpen(): void {
    if (this.#closing !== undefined) {
      throw new SandboxError('session_closed', 'the session was closed; open another');
    }
  }

  /**
   * Runs a task when its turn comes, after those that came before. If the signal is aborted first, the task is skipped, and
   * `leave` returns (or throws) the caller's result at once.
   */
  async #inTurn<Value>(
    task: () => Promise<Value>,
    abortSignal?: AbortSignal,
    leave?: () => Value,
  ): Promise<Value> {
    const before = this.#last;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    this.#last = before.then(() => ended);
    this.#taken += 1;
    try {
      if (leave === undefined || abortSignal === undefined) await before;
      else if (await isAbortedFirst(abortSignal, before)) return leave();
      this.#requireOpen();
      return await task();
    } finally {
      this.#taken -= 1;
      this.#tell();
      end();
    }
  }

  /** Something has changed for those who wait for the session to be idle. */
  #tell(): void {
    for (const resolve of this.#watchers.splice(0)) resolve();
  }
}

const noVariables: CellVariables = Object.freeze({ locals: {}, listed: Object.freeze([]) });

/** Whether the answer of a cell is a variable that a host function has named: its value is not known yet. */
function isNamedByHost({ final }: CellEnd): boolean {
  return final?.type === 'variable' && !('answer' in final);
}

async function isAbortedFirst(abortSignal: AbortSignal, work: Promise<unknown>): Promise<boolean> {
  if (abortSignal.aborted) return true;
  const ended = untilAborted(work, abortSignal);
  return ended.then(
    () => false,
    () => true,
  );
}
