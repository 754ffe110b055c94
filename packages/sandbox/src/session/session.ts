import { InvalidOptionError, type REPLResult, type ReplLanguage } from '@rlm/repl-types';
import { checkOption, refuseOption, type SessionState } from '@rlm/repl-types/internal';
import { checkOptions } from '@rlm/repl-types/options';

import { SandboxError } from '../contract/errors.js';
import type { ExecuteFrame } from '../contract/frames.js';
import type {
  CallOptions,
  ExecuteOptions,
  SandboxSession,
  SessionSnapshot,
  SessionVariable,
  SetOptions,
  SnapshotOptions,
} from '../contract/session.js';
import { assign, moveLimitMs, recordSet } from './assign.js';
import { CallStopped, startCallTime, type CallTime } from './call-time.js';
import { Calls } from './calls.js';
import { Cell, outputKey, preflightOf, type CellEnd } from './cell.js';
import type { WholeBackend } from './create-sandbox.js';
import { resolveHostFinal } from './host-final.js';
import { parseJsonText } from './json-text.js';
import { jsonOf, type LiveChild, type Question } from './live-child.js';
import { Log, type CellTrace } from './log.js';
import { onAbort } from './on-abort.js';
import { callRule, codeRule, executeRule, snapshotRule, type ResolvedOptions } from './options.js';
import { Recovery } from './recovery.js';
import { abortReason, lostResult, stoppedResult, toResult } from './result.js';
import { currentCall, refuseWithinOwnCall } from './running-call.js';
import { makeSnapshot, takeSnapshot } from './snapshot.js';
import { toldOutput } from './told-diagnostics.js';
import { parseVariables, readLocals } from './variables.js';

/** The default time of `get` and `variables`, in milliseconds: what 64 MB need on a busy machine. */
const askMs = 10_000;

/** The least time for an answer that a host function has named when the cell's own time is over, in milliseconds. */
const leastFinalMs = 250;

/** A call without options: there is nothing to check. */
const noOptions: ExecuteOptions = Object.freeze({});

const wasClosed = { kind: 'aborted', reason: 'the session was closed' } as const;

/** The session that every backend shares: one child at a time, its log, and the rules of its use. */
export class Session implements SandboxSession {
  readonly backend: string;
  readonly language: ReplLanguage;
  readonly #backend: WholeBackend;
  readonly #options: ResolvedOptions;
  readonly #calls: Calls;
  readonly #log = new Log();
  readonly #recovery: Recovery;
  /** Calls that wait for their turn: each begins its task, or returns undefined if its caller has left. */
  readonly #waiting: (() => Promise<unknown> | undefined)[] = [];
  #isBusy = false;
  /** Whether a call is under way, or waits for its turn. */
  #isTaken = false;
  /** Those who wait for the next change. */
  #watchers: (() => void)[] = [];
  #cell: Cell | undefined;
  /** The variables that the last cell left, and the child that has them; undefined as soon as that is asked anything else. */
  #left: { readonly child: LiveChild; readonly listed: readonly SessionVariable[] } | undefined;
  #spentMs = 0;
  #closing: Promise<void> | undefined;
  #forgetSignal: () => void = () => undefined;

  /** Opens a session: with a fresh child, or one from a snapshot. */
  static async open(backend: WholeBackend, options: ResolvedOptions): Promise<Session> {
    const { abortSignal } = options;
    const session = new Session(backend, options);
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

  private constructor(backend: WholeBackend, options: ResolvedOptions) {
    this.backend = backend.name;
    this.language = backend.language;
    this.#backend = backend;
    this.#options = options;
    this.#calls = new Calls(options.functions, options.limits);
    this.#recovery = new Recovery(backend, options, this.#log);
    if (options.snapshot !== undefined) this.#log.begin(options.snapshot);
  }

  async execute(code: string, options: ExecuteOptions = noOptions): Promise<REPLResult> {
    if (typeof code !== 'string') checkOption('code', code, codeRule, refuseOption);
    if (options !== noOptions) checkOptions(options, executeRule, refuseOption);
    this.#requireFree('execute');
    const { abortSignal } = options;
    const stopped = (): REPLResult =>
      stoppedResult({ kind: 'aborted', reason: abortReason(abortSignal) }, this.#recovery.state);
    const run = async (): Promise<REPLResult> => {
      this.#requireOpen();
      return abortSignal?.aborted === true ? stopped() : this.#execute(code, options);
    };
    return this.#inTurn(run, abortSignal, stopped);
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
    checkOptions(options, callRule, refuseOption);
    this.#requireFree('get');
    return parseJsonText(await this.#ask({ type: 'get', name }, options), this.#options.limits);
  }

  async variables(options: CallOptions = {}): Promise<readonly SessionVariable[]> {
    checkOptions(options, callRule, refuseOption);
    this.#requireFree('variables');
    const left = this.#isTaken || options.abortSignal?.aborted === true ? undefined : this.#left;
    if (left !== undefined && left.child === this.#recovery.free) return left.listed;
    return parseVariables(await this.#ask({ type: 'variables' }, options));
  }

  idle(): Promise<void> | undefined {
    if (!this.#isBusy) return undefined;
    if (this.#cell?.isWaiting === true) return this.#calls.busy();
    return new Promise((resolve) => this.#watchers.push(resolve));
  }

  get guestMs(): number {
    return this.#spentMs;
  }

  async snapshot(options: SnapshotOptions = {}): Promise<SessionSnapshot> {
    checkOptions(options, snapshotRule, refuseOption);
    this.#requireFree('snapshot');
    const { maxBytes = Infinity, ...call } = options;
    return this.#use('snapshot', call, moveLimitMs, async (child, time) => {
      const bytes = await takeSnapshot(this.#backend, child, maxBytes, time);
      return makeSnapshot(this.#backend, bytes, this.#log.nextCell - 1);
    });
  }

  async undo(): Promise<SessionState> {
    this.#requireFree('undo');
    return this.#inTurn(async () => {
      this.#requireOpen();
      // A snapshot that is on its way is one from after the cell.
      await this.#recovery.saved();
      if (this.#log.undo()) return this.#recovery.lose();
      if (this.#log.isUndone) return this.#recovery.state;
      throw new SandboxError('unsupported', 'undo: the last cell was not stopped from outside');
    });
  }

  async fork(): Promise<SandboxSession> {
    const snapshot = await this.snapshot();
    return Session.open(this.#backend, { ...this.#options, snapshot });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
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
    const { sessionTimeoutMs } = limits;
    const sessionLeftMs = sessionTimeoutMs - this.#spentMs;
    if (sessionLeftMs <= 0) {
      const limit = { limitMs: sessionTimeoutMs, limit: 'limit sessionTimeoutMs' };
      return stoppedResult({ kind: 'timeout', ...limit }, this.#recovery.state);
    }
    this.#left = undefined;
    const startedAt = performance.now();
    const limitMs = Math.min(options.timeoutMs ?? limits.cellMs, sessionLeftMs);
    const leftMs = (): number => Math.max(0, limitMs - (performance.now() - startedAt));
    const nowMs = options.nowMs ?? now();
    let child: LiveChild;
    try {
      child = this.#recovery.free ?? (await this.#takeChild(limitMs, options.abortSignal));
    } catch (error) {
      return this.#unstarted(error);
    }
    const cell = this.#log.nextCell;
    const look = preflightOf(this.#backend, options.preflight ?? preflight);
    const frame = { cell, code, nowMs, preflight: look };
    const end = await this.#runCell(child, frame, options, leftMs());
    this.#spentMs += end.guestMs;
    const isNamed = end.final?.type === 'variable' && !('answer' in end.final);
    const told = isNamed
      ? await resolveHostFinal(end, this.language, limits, (question) =>
          this.#askInTime(child, question, Math.max(leastFinalMs, leftMs()), options.abortSignal),
        )
      : end;
    this.#record(end, child, frame);
    const state = this.#stateAfter(end, child);
    const { locals, listed } = readLocals(end.variables, limits);
    const result = toResult(
      this.#withLoss(told, state),
      state,
      performance.now() - startedAt,
      locals,
      { cell, code, language: this.language },
    );
    if (this.#recovery.state === 'kept') {
      if (listed !== undefined) this.#left = { child, listed };
      this.#recovery.noteAlive(child, Object.keys(locals), end.wasStopped);
    }
    return result;
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
      concurrentCalls: this.#backend.capabilities.concurrentCalls,
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
    const { outcome, answered, isChildLost, wasStopped, isRefused } = end;
    let trace: CellTrace = isChildLost ? 'none' : 'whole';
    if (!isChildLost && wasStopped) trace = child.isGone ? 'none' : 'stopped';
    const isReplayable = !isChildLost && !wasStopped && !isRefused;
    const calls = answered && Object.freeze(answered);
    const output = outputKey(end);
    const entry = { cell, code, nowMs, outcome, output, calls, isReplayable };
    this.#log.addCell({ type: 'cell', ...entry }, end.guestMs, trace);
  }

  #stateAfter(end: CellEnd, child: LiveChild): SessionState {
    if (this.#recovery.isClosed) return 'lost';
    const told = this.#recovery.tell();
    return end.isChildLost || child.isGone ? this.#recovery.lose() : told;
  }

  /** Adds to the error of a cell what was lost with its child. */
  #withLoss(end: CellEnd, state: SessionState): CellEnd {
    const { error } = end;
    if (error === undefined || state !== 'lost' || this.#recovery.isClosed) return end;
    const message = `${error.message}; ${this.#recovery.describeLoss()}`;
    return { ...end, error: { ...error, message } };
  }

  /** A child that is not there at once: brought back, or waited for. */
  async #takeChild(limitMs: number, abortSignal: AbortSignal | undefined): Promise<LiveChild> {
    const time = startCallTime(limitMs, abortSignal);
    try {
      return await this.#recovery.take(time);
    } finally {
      time.end();
    }
  }

  /** The result of a cell that did not get as far as a child. */
  #unstarted(error: unknown): REPLResult {
    const { task, state } = this.#recovery;
    if (error instanceof CallStopped) {
      const { stop } = error;
      if (stop.kind === 'timeout') return stoppedResult({ ...stop, during: task }, state);
      return stoppedResult({ ...stop, reason: `${stop.reason} (${task})` }, state);
    }
    if (InvalidOptionError.isInstance(error)) return lostResult(error);
    if (!SandboxError.isInstance(error)) throw error;
    return error.code === 'session_closed' ? stoppedResult(wasClosed, 'lost') : lostResult(error);
  }

  async #ask(question: Question, options: CallOptions): Promise<string> {
    const { cellMs, graceMs } = this.#options.limits;
    const mostMs = Math.min(askMs, cellMs + graceMs);
    const ask = (child: LiveChild, time: CallTime) => child.ask(question, time);
    return jsonOf(await this.#use(question.type, options, mostMs, ask));
  }

  async #askInTime(
    child: LiveChild,
    question: Question,
    limitMs: number,
    abortSignal: AbortSignal | undefined,
  ): Promise<string> {
    const time = startCallTime(limitMs, abortSignal);
    try {
      return jsonOf(await child.ask(question, time));
    } finally {
      time.end();
    }
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
    task: (child: LiveChild, time: CallTime) => Promise<Value>,
  ): Promise<Value> {
    const limitMs = timeoutMs ?? defaultMs;
    const use = async (): Promise<Value> => {
      this.#left = undefined;
      this.#requireOpen();
      abortSignal?.throwIfAborted();
      const time = startCallTime(limitMs, abortSignal);
      try {
        return await task(await this.#recovery.take(time), time);
      } catch (error) {
        this.#requireOpen();
        if (!(error instanceof CallStopped)) throw error;
        if (error.stop.kind === 'aborted') throw error.cause;
        const message = `${method} did not end within ${limitMs} ms: ${this.#recovery.task}`;
        throw new SandboxError('call_timeout', message);
      } finally {
        time.end();
      }
    };
    return this.#inTurn(use, abortSignal, () => {
      throw abortSignal?.reason;
    });
  }

  /** Refuses calls that would wait for the cell that waits for their caller. */
  #requireFree(method: string): void {
    this.#requireOpen();
    refuseWithinOwnCall(this.#calls, method);
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
  #inTurn<Value>(
    task: () => Promise<Value>,
    abortSignal?: AbortSignal,
    leave?: () => Value,
  ): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      let hasLeft = false;
      let forget: () => void = () => undefined;
      this.#waiting.push(() => {
        if (hasLeft) return undefined;
        forget();
        const running = task();
        running.then(resolve, reject);
        return running;
      });
      if (!this.#isTaken) {
        this.#isTaken = true;
        // Not at once: what the caller does in this moment comes first.
        queueMicrotask(() => {
          this.#next();
        });
      }
      if (leave === undefined || abortSignal === undefined || abortSignal.aborted) return;
      forget = onAbort(abortSignal, () => {
        hasLeft = true;
        resolve(
          new Promise<Value>((give) => {
            give(leave());
          }),
        );
      });
    });
  }

  #next(): void {
    const task = this.#waiting.shift()?.();
    if (task === undefined) {
      if (this.#waiting.length > 0) this.#next();
      else this.#isTaken = false;
      return;
    }
    this.#isBusy = true;
    const end = (): void => {
      this.#isBusy = false;
      this.#tell();
      if (this.#waiting.length === 0) this.#isTaken = false;
      else {
        queueMicrotask(() => {
          this.#next();
        });
      }
    };
    task.then(end, end);
  }

  /** Something has changed for those who wait for the session to be idle. */
  #tell(): void {
    for (const resolve of this.#watchers.splice(0)) resolve();
  }
}
