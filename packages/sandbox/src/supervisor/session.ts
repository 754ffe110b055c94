import type { REPLResult } from '@rlm/repl-types';
import { type SessionState } from '@rlm/repl-types';
import { checkOption, checkOptions, required, text } from '@rlm/repl-types/options';

import { SandboxError } from '../contract/errors.js';
import type {
  ExecuteOptions,
  SandboxLanguage,
  SandboxSession,
  SessionImage,
  SessionOptions,
  SessionVariable,
} from '../contract/session.js';
import { assign, recordSet, replyLimitMs } from './assign.js';
import { createLiveFeed } from './call-feed.js';
import { CellRun, type CellEnd } from './cell-run.js';
import type { EngineRecipe } from './engine.js';
import { jsonOf, type Guest, type Question } from './guest.js';
import { History } from './history.js';
import { createHostCallDesk, type HostCallDesk } from './host-calls.js';
import { resolveHostFinal } from './host-final.js';
import { makeImage, takeImage } from './image.js';
import { onAbort } from './on-abort.js';
import { parseJsonText } from './json-text.js';
import { outputKey, replay, startGuest } from './rebuild.js';
import { bringBack, saveCheckpoint } from './recovery.js';
import { refuseOption } from './refuse-option.js';
import type { ReplayLog } from './replay-log.js';
import { toResult, stoppedResult } from './result.js';
import { createSerialQueue } from './serial-queue.js';
import { resolveSessionOptions, type ResolvedOptions } from './session-options.js';
import { executeRule } from './session-rules.js';
import { currentCall, refuseWithinOwnCall } from './running-call.js';
import { abortReason } from './stop-cause.js';
import { parseVariables } from './variables.js';

/** The session that every backend shares: one guest, its history, and the rules of its use. */
export class SupervisedSession implements SandboxSession {
  readonly backend: string;
  readonly language: SandboxLanguage;
  readonly desk: HostCallDesk;
  readonly #recipe: EngineRecipe;
  #options: ResolvedOptions;
  readonly #queue = createSerialQueue();
  readonly #history = new History();
  #guest: Guest;
  #run: CellRun | undefined;
  #spentMs = 0;
  #closing: Promise<void> | undefined;
  #forgetSignal: () => void = () => undefined;

  /** Opens a session: with a fresh guest, one from an image, or one that is rebuilt from a log. */
  static async open(recipe: EngineRecipe, options: ResolvedOptions): Promise<SupervisedSession> {
    const { abortSignal, image, replay: log } = options;
    const session = new SupervisedSession(
      recipe,
      options,
      await startGuest(recipe, options, image?.bytes),
    );
    session.#forgetSignal = onAbort(abortSignal, () => void session.close());
    try {
      abortSignal?.throwIfAborted();
      if (log !== undefined) await session.#rebuild(log);
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  private constructor(recipe: EngineRecipe, options: ResolvedOptions, guest: Guest) {
    this.backend = recipe.name;
    this.language = recipe.language;
    this.#recipe = recipe;
    this.#options = options;
    this.#guest = guest;
    this.desk = createHostCallDesk(options.functions, options.limits);
    if (options.image !== undefined) this.#history.save(options.image.bytes);
  }

  async execute(code: string, options: ExecuteOptions = {}): Promise<REPLResult> {
    checkOption('code', code, required(text), refuseOption);
    checkOptions(options, executeRule(), refuseOption);
    this.#requireFree('execute');
    return this.#queue.run(() => this.#execute(code, options));
  }

  async set(name: string, value: unknown): Promise<void> {
    this.#requireFree('set');
    const entry = recordSet(name, value, this.language, this.#options.limits);
    await this.#queue.run(async () => {
      await this.#use((guest) => assign(guest, entry));
      this.#history.add(entry);
    });
  }

  async get(name: string): Promise<unknown> {
    this.#requireFree('get');
    const json = await this.#queue.run(() => this.#ask({ type: 'get', name }));
    return parseJsonText(json, this.#options.limits);
  }

  async variables(): Promise<readonly SessionVariable[]> {
    this.#requireFree('variables');
    const json = await this.#queue.run(() => this.#ask({ type: 'variables' }));
    return parseVariables(json, this.#options.limits);
  }

  async snapshot(): Promise<SessionImage> {
    this.#requireFree('snapshot');
    return this.#queue.run(() =>
      this.#use(async (guest) =>
        makeImage(this.#recipe, await takeImage(this.#recipe, guest, Infinity)),
      ),
    );
  }

  async fork(): Promise<SandboxSession> {
    const image = await this.snapshot();
    return SupervisedSession.open(this.#recipe, { ...this.#options, image, replay: undefined });
  }

  replayLog(): ReplayLog {
    return this.#history.toLog(this.backend, this.#options.seed);
  }

  /**
   * Replaces what the owner brings along: a pool's session, in which nothing has run, gets it when it is handed out.
   *
   * @throws SandboxError `session_lost`, `unsupported`, `invalid_option`
   */
  async adopt(options: SessionOptions): Promise<void> {
    options.abortSignal?.throwIfAborted();
    if (this.#history.entries.length > 0) {
      throw new SandboxError('unsupported', 'adopt: something has run in this session already');
    }
    const previous = this.#options;
    const own = resolveSessionOptions(this.#recipe, options, previous.now);
    const { functions, limits, now, seed, abortSignal } = own;
    this.#options = { ...previous, functions, limits, now, seed, abortSignal };
    this.desk.adopt(functions, limits);
    if (seed !== previous.seed)
      await this.#use((guest) => guest.ask({ type: 'seed', seed }, replyLimitMs));
    this.#forgetSignal = onAbort(abortSignal, () => void this.close());
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #rebuild(log: ReplayLog): Promise<void> {
    await replay(this.#recipe, this.#options, this.#guest, log.entries);
    for (const entry of log.entries) this.#history.add(entry);
  }

  async #close(): Promise<void> {
    this.#forgetSignal();
    this.#run?.stop({ kind: 'aborted', reason: 'the session was closed' });
    await this.#guest.kill();
  }

  async #execute(code: string, options: ExecuteOptions): Promise<REPLResult> {
    this.#requireOpen();
    const { limits } = this.#options;
    const { abortSignal } = options;
    if (abortSignal?.aborted === true) {
      return stoppedResult({ kind: 'aborted', reason: abortReason(abortSignal) });
    }
    const left = limits.sessionMs - this.#spentMs;
    if (left <= 0) {
      return stoppedResult({
        kind: 'timeout',
        limitMs: limits.sessionMs,
        limit: 'limit sessionMs',
      });
    }
    if (this.#guest.isGone) await this.#recover();
    const startedAt = performance.now();
    const cell = this.#history.nextCell;
    const nowMs = this.#options.now();
    const end = await this.#runCell(
      code,
      cell,
      nowMs,
      Math.min(options.timeoutMs ?? limits.cellMs, left),
      options,
    );
    this.#spentMs += end.guestMs;
    this.#history.add(
      {
        type: 'cell',
        cell,
        code,
        nowMs,
        outcome: end.outcome,
        output: await outputKey(end),
        calls: Object.freeze(end.delivered),
        isReplayable: !end.isGuestLost && !end.wasStopped,
      },
      end.guestMs,
    );
    const told = await resolveHostFinal(end, this.language, limits, (question) =>
      this.#ask(question),
    );
    const session = await this.#settle(end);
    return toResult(told, session, performance.now() - startedAt, limits);
  }

  async #runCell(
    code: string,
    cell: number,
    nowMs: number,
    limitMs: number,
    { abortSignal, onOutput }: ExecuteOptions,
  ): Promise<CellEnd> {
    const calls = new AbortController();
    const around = currentCall();
    const run = new CellRun({
      engine: this.#guest.engine,
      concurrentCalls: this.#recipe.capabilities.concurrentCalls,
      limits: this.#options.limits,
      limitMs,
      calls,
      feed: (deliver, record) =>
        createLiveFeed(this.desk, { abortSignal: calls.signal, record, around }, deliver),
      ...(onOutput === undefined ? {} : { onOutput }),
    });
    const forget = onAbort(abortSignal, () => {
      run.stop({ kind: 'aborted', reason: abortReason(abortSignal) });
    });
    this.#run = run;
    try {
      return await this.#guest.execute(run, { cell, code, nowMs });
    } finally {
      this.#run = undefined;
      forget();
    }
  }

  async #settle(end: CellEnd): Promise<SessionState> {
    if (this.#closing !== undefined) return 'lost';
    if (end.isGuestLost) return this.#recover();
    if (this.#recipe.capabilities.snapshot && this.#history.wantsCheckpoint(end.wasStopped)) {
      try {
        await saveCheckpoint(this.#recipe, this.#guest, this.#history);
      } catch {
        // An image may be refused for its size; only a guest that is gone has to be brought back.
        if (this.#guest.isGone) return this.#recover();
      }
    }
    return 'kept';
  }

  async #recover(): Promise<SessionState> {
    await this.#guest.kill();
    const { guest, state } = await bringBack(this.#recipe, this.#options, this.#history);
    if (guest !== undefined) this.#guest = guest;
    return state;
  }

  async #ask(question: Question): Promise<string> {
    const { cellMs, graceMs } = this.#options.limits;
    const limitMs = Math.min(replyLimitMs, cellMs + graceMs);
    return jsonOf(await this.#use((guest) => guest.ask(question, limitMs)));
  }

  /** Uses the guest outside a cell; brings back one that is gone, before and after. */
  async #use<Value>(task: (guest: Guest) => Promise<Value>): Promise<Value> {
    this.#requireOpen();
    if (this.#guest.isGone) await this.#recover();
    try {
      return await task(this.#guest);
    } catch (error) {
      this.#requireOpen();
      if (this.#guest.isGone) await this.#recover();
      throw error;
    }
  }

  /** Refuses what would wait for the cell that waits for the caller. */
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
