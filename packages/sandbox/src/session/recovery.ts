import { InvalidOptionError, type REPLResult } from '@rlm/repl-types';
import {
  messageOf,
  untilAborted,
  untilExpired,
  warn,
  type ExecutionError,
  type SessionState,
} from '@rlm/repl-types/internal';

import { SandboxError } from '../contract/errors.js';
import { CallStopped, inTime } from './call-time.js';
import type { WholeBackend } from './create-sandbox.js';
import { Leaving, LiveChild } from './live-child.js';
import type { Log } from './log.js';
import { onAbort } from './on-abort.js';
import type { ResolvedOptions } from './options.js';
import { replay } from './replay.js';
import { lostResult, stoppedResult, wasClosed } from './result.js';
import { takeSnapshot } from './snapshot.js';

/**
 * The least total time for bringing a session back, in milliseconds, even if a cell may take less: a slow interpreter
 * starts within it on a busy machine.
 */
const leastReturnMs = 20_000;

/** How long to wait for a child to end, in milliseconds; ending goes on in the background. */
const leavingMs = 900;

/**
 * How many children may crash at work without a cell between them that leaves its child alive. After that, the state that
 * crashes them is given up.
 */
const maxCrashes = 3;

/**
 * The largest snapshot that a session takes by itself. A larger one would double the memory of child and host; its cells
 * bring such a session back.
 */
const maxSnapshotBytes = 64 * 1024 * 1024;

/**
 * How long such a snapshot may take, in milliseconds: some hundred times what 64 MB need. A child that takes longer has
 * no good reason, and is given up.
 */
const maxSnapshotMs = 4_000;

/** Names of lost variables that are said. */
const shownNames = 20;

/** The reason that aborts a recovery when its call is aborted, or the session closed. */
const unwanted = new Error('no call waits for the session to come back');

/**
 * The child of a session. One that is gone is missing until the next call wants it: then the session is brought back, in that
 * call's time: from the last snapshot, and by running the cells since with their recorded answers. When the call's time is over the
 * recovery goes on for the call after it; when the call is aborted, it ends.
 */
export class Recovery {
  readonly #backend: WholeBackend;
  readonly #options: ResolvedOptions;
  readonly #log: Log;
  readonly #leaving = new Leaving();
  #isClosed = false;
  #child: LiveChild | undefined;
  #state: SessionState = 'kept';
  #untold: SessionState | undefined;
  #fault: SandboxError | undefined;
  #crashes = 0;
  #whyLost = '';
  #names: readonly string[] = [];
  #return: { readonly done: Promise<void>; readonly abort: AbortController } | undefined;
  #saving: Promise<void> | undefined;

  constructor(backend: WholeBackend, options: ResolvedOptions, log: Log) {
    this.#backend = backend;
    this.#options = options;
    this.#log = log;
  }

  /** What the next call will find; `kept` while the child is there. */
  get state(): SessionState {
    return this.#child === undefined ? this.#state : 'kept';
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The child, if a request can be made of it at once. */
  get free(): LiveChild | undefined {
    const child = this.#child;
    if (child === undefined || child.isGone || child.busy !== undefined) return undefined;
    return this.#isClosed ? undefined : child;
  }

  /** What a call that waits for the child is waiting for, for the texts of errors. */
  get task(): string {
    return this.#child === undefined
      ? 'the session was still being restored; the next call waits for that'
      : 'the child had not finished an earlier request';
  }

  /** Resolves when no snapshot is being taken. */
  async saved(): Promise<void> {
    await this.#saving;
  }

  /** Starts the first child. Rejects with the reason of the session's signal as soon as that is aborted. */
  async open(): Promise<void> {
    const { abortSignal, snapshot } = this.#options;
    const opening = new AbortController();
    const forget = onAbort(abortSignal, (reason) => {
      opening.abort(reason);
    });
    try {
      this.#child = await this.#start(snapshot?.bytes, opening.signal);
      // It may have been closed when its child was ready already.
      if (this.#isClosed) this.#leaving.add(this.#child.kill());
    } finally {
      forget();
    }
  }

  /**
   * The child, free for a request; brought back if it is gone.
   *
   * @throws SandboxError `session_lost` once, if it could not be brought back (the next call finds a fresh one);
   *   `session_closed`; CallStopped
   */
  async take(time: AbortSignal): Promise<LiveChild> {
    for (;;) {
      if (this.#isClosed) {
        throw new SandboxError('session_closed', 'the session was closed; open another');
      }
      const fault = this.#fault;
      this.#fault = undefined;
      if (fault !== undefined) throw fault;
      if (this.#child === undefined) {
        await this.#awaitReturn(time);
      } else if (this.#child.isGone) {
        this.#untold = this.lose();
        if (this.#untold === 'lost') this.#failToReturn(this.#whyLost);
      } else if (this.#child.busy === undefined) {
        return this.#child;
      } else {
        await untilAborted(this.#child.busy, time);
      }
    }
  }

  /** Gives the child up; returns what the next call will find. */
  lose(): SessionState {
    if (this.#child === undefined) return this.#state;
    const { exit, endedIdle } = this.#child;
    const isCrash = exit?.kind === 'crashed' || exit?.kind === 'memory';
    if (isCrash && !endedIdle) this.#crashes += 1;
    this.#leaving.add(this.#child.kill());
    this.#child = undefined;
    const isHopeless = this.#crashes >= maxCrashes;
    this.#state = isHopeless ? 'lost' : this.#log.plan();
    if (this.#state === 'lost') {
      this.#crashes = 0;
      this.#whyLost = isHopeless
        ? `it crashed ${maxCrashes} times in a row`
        : 'its log was too large to be kept';
      this.#log.restart();
    }
    return this.#state;
  }

  /** What a cell that ran in a child finds of the variables, and what the next call will find if it took the child with it. */
  after(child: LiveChild, isChildLost: boolean): SessionState {
    if (this.#isClosed) return 'lost';
    const state = this.#untold ?? 'kept';
    this.#untold = undefined;
    return isChildLost || child.isGone ? this.lose() : state;
  }

  /** The error of a cell that took the child with it, with what is lost. */
  withLoss(error: ExecutionError, state: SessionState): ExecutionError {
    if (state !== 'lost' || this.#isClosed) return error;
    return { ...error, message: `${error.message}; ${this.#describeLoss(this.#whyLost)}` };
  }

  /** The result of a cell that got no child, since {@link Recovery.take} has failed. */
  resultWithout(error: unknown): REPLResult {
    if (error instanceof CallStopped) {
      const { stop } = error;
      if (stop.kind === 'timeout') return stoppedResult({ ...stop, during: this.task }, this.state);
      return stoppedResult({ ...stop, reason: `${stop.reason} (${this.task})` }, this.state);
    }
    if (InvalidOptionError.isInstance(error)) return lostResult(error);
    if (!SandboxError.isInstance(error)) throw error;
    return error.code === 'session_closed' ? stoppedResult(wasClosed, 'lost') : lostResult(error);
  }

  /**
   * A cell has left its child alive, and these variables in it. Takes a snapshot if that is worth its price: the next call waits
   * for it, and replaces a child that does not give it in time.
   */
  noteAlive(child: LiveChild, names: readonly string[], wasStopped: boolean): void {
    this.#crashes = 0;
    this.#names = names;
    if (!this.#backend.capabilities.snapshot || !this.#log.wantsSnapshot(wasStopped)) return;
    // Without a snapshot recovery is dearer, no more: one may be refused for its size, or the child be gone.
    this.#saving = inTime(maxSnapshotMs, undefined, (time) => this.#save(child, time)).catch(
      () => undefined,
    );
  }

  /** Ends the child, one that is on its way, and those that are being ended; resolves after a second at the latest. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#return?.abort.abort(unwanted);
    if (this.#child !== undefined) this.#leaving.add(this.#child.kill());
    if (this.#return !== undefined) this.#leaving.add(this.#return.done);
    await this.#left();
    await Promise.allSettled(this.#options.files.map(({ opened }) => opened.close()));
  }

  async #save(child: LiveChild, time: AbortSignal): Promise<void> {
    this.#log.save(await takeSnapshot(this.#backend, child, maxSnapshotBytes, time));
  }

  #start(snapshot: Uint8Array | undefined, abortSignal: AbortSignal): Promise<LiveChild> {
    const { functions, dialects, acceptsNull, limits, seed, files } = this.#options;
    const names = [...functions.keys()];
    const options = { functions: names, dialects, acceptsNull, limits, seed, files, snapshot };
    return LiveChild.start(this.#backend, { ...options, abortSignal }, this.#leaving);
  }

  /** Resolves when the children that were given up have ended, or have taken too long. */
  async #left(): Promise<void> {
    await untilExpired(this.#leaving.settled(), leavingMs, () => undefined);
  }

  async #awaitReturn(time: AbortSignal): Promise<void> {
    this.#return ??= this.#startReturn();
    const { done, abort } = this.#return;
    try {
      await untilAborted(done, time);
    } catch (error) {
      if (error instanceof CallStopped && error.stop.kind === 'aborted') {
        abort.abort(unwanted);
        await Promise.resolve();
      }
      throw error;
    }
  }

  #startReturn(): { readonly done: Promise<void>; readonly abort: AbortController } {
    const abort = new AbortController();
    const maxMs = Math.max(leastReturnMs, this.#options.limits.cellMs);
    const timer = setTimeout(() => {
      abort.abort(new SandboxError('session_lost', `bringing it back took over ${maxMs} ms`));
    }, maxMs);
    const done = this.#bringBack(abort.signal).finally(() => {
      clearTimeout(timer);
      this.#return = undefined;
    });
    return { abort, done };
  }

  /** Has a child again, or says why not; never rejects. */
  async #bringBack(abortSignal: AbortSignal): Promise<void> {
    const wasLost = this.#state === 'lost';
    let child: LiveChild | undefined;
    const giveUp = (): void => {
      if (child !== undefined) this.#leaving.add(child.kill());
    };
    const forget = onAbort(abortSignal, giveUp);
    try {
      await this.#left();
      child = await this.#start(this.#log.snapshot, abortSignal);
      // It may have become unwanted when it was ready already.
      abortSignal.throwIfAborted();
      await replay(child, this.#log.unsaved, this.#backend, this.#options);
      abortSignal.throwIfAborted();
      this.#child = child;
    } catch (error) {
      giveUp();
      const reason: unknown = abortSignal.aborted ? abortSignal.reason : error;
      if (reason === unwanted) return;
      const isOfHost = child === undefined && !abortSignal.aborted;
      this.#failToReturn(isOfHost ? noChild(error) : (reason as Error).message, wasLost);
    } finally {
      forget();
    }
  }

  #failToReturn(reason: string, wasLost = false): void {
    this.#state = 'lost';
    if (!wasLost) this.#log.restart();
    this.#untold = undefined;
    this.#fault = new SandboxError(
      'session_lost',
      wasLost
        ? `no interpreter could be started: ${reason}; the next call tries again`
        : `the interpreter ended, and ${this.#describeLoss(reason)}`,
    );
  }

  /** Says that the variables of the last child that was given up are lost, why, and which ones. */
  #describeLoss(why: string): string {
    const { length } = this.#names;
    const more = length > shownNames ? `, and ${length - shownNames} more` : '';
    const names = length > 0 ? ` Lost: ${this.#names.slice(0, shownNames).join(', ')}${more}.` : '';
    return `its variables are lost: ${why}; the next call gets a fresh one, with the values that were set.${names}`;
  }
}

/** What a cell is told if no other child starts. Why, with its paths and programs, is for who runs the host. */
function noChild(error: unknown): string {
  warn(`A session cannot be brought back: ${messageOf(error)}`);
  return 'a new child did not start';
}
