import type { REPLResult, ReplLanguage } from '@rlm/repl-types';
import {
  awaitHook,
  createChanges,
  checkOption,
  refuseOption,
  type SessionState,
} from '@rlm/repl-types/internal';
import { checkOptions } from '@rlm/repl-types/options';

import { SandboxError } from '../../contract/errors.js';
import type {
  CallOptions,
  SetOptions,
  ExecuteOptions,
  SandboxSession,
  SessionSnapshot,
  SessionOptions,
  SessionVariable,
  SnapshotOptions,
} from '../../contract/session.js';
import { assign, moveLimitMs, recordSet } from '../guest/assign.js';
import type { CallTime } from '../guest/call-time.js';
import type { CellRun } from '../cell/cell-run.js';
import type { WholeBackend } from '../create-sandbox.js';
import { Checkpoints } from '../recovery/checkpoints.js';
import { executeCell } from './execute-cell.js';
import { jsonOf, type Guest, type Question } from '../guest/guest.js';
import { GuestSeat } from '../recovery/guest-seat.js';
import { History } from '../log/history.js';
import { createHostCallDesk, type HostCallDesk } from '../calls/host-calls.js';
import { makeSnapshot, takeSnapshot } from '../recovery/snapshot.js';
import { onAbort } from '../on-abort.js';
import { parseJsonText } from '../values/json-text.js';
import { stoppedResult } from '../cell/result.js';
import { createSerialQueue } from './serial-queue.js';
import { resolveSessionOptions, type ResolvedOptions } from '../options/session-options.js';
import { callRule, codeRule, executeRule, snapshotRule } from '../options/session-rules.js';
import { useGuest } from './use-guest.js';
import { refuseWithinOwnCall } from '../calls/running-call.js';
import { abortReason } from '../cell/stop-cause.js';
import { parseVariables } from '../values/variables.js';

/** The default time of `get` and `variables`, in milliseconds: what 64 MB need on a busy machine. */
const askMs = 10_000;

/** The session that every backend shares: one guest at a time, its history, and the rules of its use. */
export class SupervisedSession implements SandboxSession {
  readonly backend: string;
  readonly language: ReplLanguage;
  readonly desk: HostCallDesk;
  readonly #recipe: WholeBackend;
  #options: ResolvedOptions;
  readonly #changes = createChanges();
  readonly #queue = createSerialQueue(this.#changes.tell);
  readonly #history = new History();
  readonly #seat: GuestSeat;
  readonly #checkpoints: Checkpoints;
  #run: CellRun | undefined;
  /** The variables that the last cell left, and the guest that has them; undefined as soon as that guest is asked anything else. */
  #left: { readonly guest: Guest; readonly listed: readonly SessionVariable[] } | undefined;
  #spentMs = 0;
  #closing: Promise<void> | undefined;
  #forgetSignal: () => void = () => undefined;

  /** Opens a session: with a fresh guest, or one from a snapshot. */
  static async open(recipe: WholeBackend, options: ResolvedOptions): Promise<SupervisedSession> {
    const { abortSignal } = options;
    const session = new SupervisedSession(recipe, options);
    session.#forgetSignal = onAbort(abortSignal, () => void session.close());
    try {
      await session.#seat.open();
      abortSignal?.throwIfAborted();
      return session;
    } catch (error) {
      await session.close();
      abortSignal?.throwIfAborted();
      throw error;
    }
  }

  private constructor(recipe: WholeBackend, options: ResolvedOptions) {
    this.backend = recipe.name;
    this.language = recipe.language;
    this.#recipe = recipe;
    this.#options = options;
    this.#seat = new GuestSeat(recipe, () => this.#options, this.#history);
    this.#checkpoints = new Checkpoints(recipe, this.#history);
    this.desk = createHostCallDesk(options.functions, options.limits);
    if (options.snapshot !== undefined) this.#history.begin(options.snapshot);
  }

  execute(code: string, options: ExecuteOptions = {}): Promise<REPLResult> {
    return awaitHook(() => {
      checkOption('code', code, codeRule, refuseOption);
      checkOptions(options, executeRule, refuseOption);
      this.#requireFree('execute');
      const { abortSignal } = options;
      const stopped = (): REPLResult =>
        stoppedResult({ kind: 'aborted', reason: abortReason(abortSignal) }, this.#seat.state);
      const run = (): REPLResult | Promise<REPLResult> => {
        this.#requireOpen();
        return abortSignal?.aborted === true ? stopped() : this.#execute(code, options);
      };
      return this.#queue.run(() => awaitHook(run), abortSignal, stopped);
    });
  }

  async set(name: string, value: unknown, options: SetOptions = {}): Promise<void> {
    this.#requireFree('set');
    const entry = recordSet(name, value, this.language, this.#options.limits, options);
    await this.#use('set', options, moveLimitMs, async (guest, time) => {
      await assign(guest, entry, time);
      this.#history.add(entry);
    });
  }

  async get(name: string, options: CallOptions = {}): Promise<unknown> {
    this.#requireUse('get', options);
    return parseJsonText(await this.#ask({ type: 'get', name }, options), this.#options.limits);
  }

  async variables(options: CallOptions = {}): Promise<readonly SessionVariable[]> {
    this.#requireUse('variables', options);
    const left = this.#queue.isTaken || options.abortSignal?.aborted ? undefined : this.#left;
    if (left !== undefined && left.guest === this.#seat.free) return left.listed;
    return parseVariables(await this.#ask({ type: 'variables' }, options));
  }

  idle(): Promise<void> | undefined {
    if (!this.#queue.isBusy) return undefined;
    if (this.#run?.isWaiting !== true) return this.#changes.next();
    return this.#run.busy() ?? this.desk.busy();
  }

  get guestMs(): number {
    return this.#spentMs;
  }

  async snapshot(options: SnapshotOptions = {}): Promise<SessionSnapshot> {
    checkOptions(options, snapshotRule, refuseOption);
    this.#requireFree('snapshot');
    const { maxBytes = Infinity, ...call } = options;
    return this.#use('snapshot', call, moveLimitMs, async (guest, time) => {
      const bytes = await takeSnapshot(this.#recipe, guest, maxBytes, time);
      return makeSnapshot(this.#recipe, bytes, this.#history.nextCell - 1);
    });
  }

  async undo(): Promise<SessionState> {
    this.#requireFree('undo');
    return this.#queue.run(async () => {
      this.#requireOpen();
      // A snapshot that is on its way is one from after the cell.
      await this.#checkpoints.settled;
      if (this.#history.undo()) return this.#seat.lose();
      if (this.#history.isUndone) return this.#seat.state;
      throw new SandboxError('unsupported', 'undo: the last cell was not stopped from outside');
    });
  }

  async fork(): Promise<SandboxSession> {
    const snapshot = await this.snapshot();
    return SupervisedSession.open(this.#recipe, { ...this.#options, snapshot });
  }

  /**
   * Applies the options of a new owner: a pool's session, in which nothing has run, gets them when it is handed out.
   *
   * @throws InvalidOptionError; SandboxError `session_lost`, `unsupported`
   */
  async adopt(options: SessionOptions): Promise<void> {
    options.abortSignal?.throwIfAborted();
    if (!this.#history.isEmpty) {
      throw new SandboxError('unsupported', 'adopt: something has run in this session already');
    }
    const previous = this.#options;
    const own = resolveSessionOptions(this.#recipe, options, previous.now);
    const { functions, limits, preflight, now, seed, abortSignal } = own;
    this.#options = { ...previous, functions, limits, preflight, now, seed, abortSignal };
    this.desk.adopt(functions, limits);
    if (seed !== previous.seed) {
      await this.#use('adopt', { abortSignal }, askMs, (guest, time) =>
        guest.ask({ type: 'seed', seed }, time),
      );
    }
    this.#forgetSignal = onAbort(abortSignal, () => void this.close());
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
    this.#run?.stop({ kind: 'aborted', reason: 'the session was closed' });
    await this.#seat.close();
    this.#history.close();
  }

  async #execute(code: string, options: ExecuteOptions): Promise<REPLResult> {
    const { sessionTimeoutMs: limitMs } = this.#options.limits;
    const leftMs = limitMs - this.#spentMs;
    if (leftMs <= 0) {
      const stop = { kind: 'timeout', limitMs, limit: 'limit sessionTimeoutMs' } as const;
      return stoppedResult(stop, this.#seat.state);
    }
    this.#left = undefined;
    const { result, guestMs, guest, wasStopped, listed } = await executeCell(
      {
        recipe: this.#recipe,
        language: this.language,
        options: this.#options,
        desk: this.desk,
        seat: this.#seat,
        history: this.#history,
        leftMs,
        onRun: (run) => {
          this.#run = run;
          if (this.#closing !== undefined) {
            run?.stop({ kind: 'aborted', reason: 'the session was closed' });
          }
        },
        onWait: this.#changes.tell,
      },
      code,
      options,
    );
    this.#spentMs += guestMs;
    if (guest !== undefined && listed !== undefined) this.#left = { guest, listed };
    if (guest !== undefined) this.#checkpoints.take(guest, wasStopped);
    return result;
  }

  async #ask(question: Question, options: CallOptions): Promise<string> {
    const { cellMs, graceMs } = this.#options.limits;
    const mostMs = Math.min(askMs, cellMs + graceMs);
    const ask = (guest: Guest, time: CallTime) => guest.ask(question, time);
    return jsonOf(await this.#use(question.type, options, mostMs, ask));
  }

  #use<Value>(
    method: string,
    options: CallOptions,
    defaultMs: number,
    task: (guest: Guest, time: CallTime) => Promise<Value>,
  ): Promise<Value> {
    const requireOpen = (): void => {
      this.#requireOpen();
    };
    const use = { method, options, defaultMs, requireOpen };
    return this.#queue.run(
      () => {
        this.#left = undefined;
        return useGuest(this.#seat, use, task);
      },
      options.abortSignal,
      () => {
        throw options.abortSignal?.reason;
      },
    );
  }

  #requireUse(method: string, options: CallOptions): void {
    checkOptions(options, callRule, refuseOption);
    this.#requireFree(method);
  }

  /** Refuses calls that would wait for the cell that waits for their caller. */
  #requireFree(method: string): void {
    this.#requireOpen();
    refuseWithinOwnCall(this.desk, method);
  }

  #requireOpen(): void {
    if (this.#closing !== undefined) {
      throw new SandboxError('session_closed', 'the session was closed; open another');
    }
  }
}
