import { untilExpired, type SessionState } from '@rlm/repl-types/internal';

import { SandboxError } from '../../contract/errors.js';
import { CallStopped, type CallTime } from '../guest/call-time.js';
import { Departures } from '../guest/departures.js';
import type { WholeBackend } from '../create-sandbox.js';
import type { Guest } from '../guest/guest.js';
import type { History } from '../log/history.js';
import { onAbort } from '../on-abort.js';
import { startGuest } from './rebuild.js';
import { bringBack, startAnew } from './recovery.js';
import type { ResolvedOptions } from '../options/session-options.js';

/**
 * The least total time for bringing a session back, in milliseconds, even if a cell may take less: a slow interpreter
 * starts within it on a busy machine.
 */
const leastReturnMs = 20_000;

/** How long to wait for a guest to end, in milliseconds; ending goes on in the background. */
const departureMs = 900;

/**
 * How many guests may crash without a cell between them that leaves its guest alive. After that, the state that crashes
 * them is given up.
 */
const maxCrashes = 3;

/** Names of lost variables that are said. */
const shownNames = 20;

/** The reason that aborts a recovery when its call is aborted, or the session closed. */
const unwanted = new Error('no call waits for the session to come back');

/**
 * The place of a session's guest. One that is gone leaves it empty until the next call wants it: then the session is brought
 * back, in that call's time. When that is over the recovery goes on for the call after it; when the call is aborted, it ends.
 */
export class GuestSeat {
  readonly #recipe: WholeBackend;
  readonly #options: () => ResolvedOptions;
  readonly #history: History;
  readonly #departures = new Departures();
  #isClosed = false;
  #guest: Guest | undefined;
  #state: SessionState = 'kept';
  #untold: SessionState | undefined;
  #fault: SandboxError | undefined;
  #crashes = 0;
  #whyLost = '';
  #names: readonly string[] = [];
  #return: { readonly done: Promise<void>; readonly abort: AbortController } | undefined;

  constructor(recipe: WholeBackend, options: () => ResolvedOptions, history: History) {
    this.#recipe = recipe;
    this.#options = options;
    this.#history = history;
  }

  /** What the next call will find; `kept` while the guest is there. */
  get state(): SessionState {
    return this.#guest === undefined ? this.#state : 'kept';
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The guest, if a request can be made of it at once. */
  get free(): Guest | undefined {
    const guest = this.#guest;
    if (guest === undefined || guest.isGone || guest.busy !== undefined) return undefined;
    return this.#isClosed ? undefined : guest;
  }

  /** What a call that waits for its guest is waiting for, for the texts of errors. */
  get task(): string {
    return this.#guest === undefined
      ? 'the session was still being restored; the next call waits for that'
      : 'the guest had not finished an earlier request';
  }

  /** Starts the first guest. Rejects with the reason of the session's signal as soon as that is aborted. */
  async open(): Promise<Guest> {
    const { abortSignal, snapshot } = this.#options();
    const opening = new AbortController();
    const forget = onAbort(abortSignal, (reason) => {
      opening.abort(reason);
    });
    try {
      const arrival = { abortSignal: opening.signal, departures: this.#departures };
      this.#guest = await startGuest(this.#recipe, this.#options(), snapshot?.bytes, arrival);
      return this.#guest;
    } finally {
      forget();
    }
  }

  /**
   * The guest, free for a request; brought back if it is gone.
   *
   * @param alone Whether a restored guest must not share a process; see `ChildOptions.alone`.
   * @throws SandboxError `session_lost` once, if it could not be brought back (the next call finds a fresh one);
   *   `session_closed`; CallStopped
   */
  async take(time: CallTime, alone = false): Promise<Guest> {
    for (;;) {
      this.#requireOpen();
      const fault = this.#fault;
      this.#fault = undefined;
      if (fault !== undefined) throw fault;
      if (this.#guest === undefined) {
        await this.#awaitReturn(time, alone);
      } else if (this.#guest.isGone) {
        this.#untold = this.lose();
        if (this.#untold === 'lost') this.#failToReturn(this.#whyLost);
      } else if (this.#guest.busy === undefined) {
        return this.#guest;
      } else {
        await time.within(this.#guest.busy);
      }
    }
  }

  /** Gives the guest up; returns what the next call will find. */
  lose(): SessionState {
    if (this.#guest === undefined) return this.#state;
    const { exit } = this.#guest;
    if (exit?.kind === 'crashed' || exit?.kind === 'memory') this.#crashes += 1;
    this.#departures.add(this.#guest.kill());
    this.#guest = undefined;
    const isHopeless = this.#crashes >= maxCrashes;
    this.#state = isHopeless ? 'lost' : this.#history.plan();
    if (this.#state === 'lost') {
      this.#crashes = 0;
      this.#whyLost = isHopeless
        ? `it crashed ${maxCrashes} times in a row`
        : 'its log was too large to be kept';
      this.#history.forgetCells();
    }
    return this.#state;
  }

  /** Says that the variables of the last guest that was given up are lost, why, and which ones. */
  describeLoss(why: string = this.#whyLost): string {
    const { length } = this.#names;
    const more = length > shownNames ? `, and ${length - shownNames} more` : '';
    const names = length > 0 ? ` Lost: ${this.#names.slice(0, shownNames).join(', ')}${more}.` : '';
    return `its variables are lost: ${why}; the next call gets a fresh one, with the values that were set.${names}`;
  }

  /** A cell has left its guest alive, and these variables in it. */
  noteAlive(names: readonly string[]): void {
    this.#crashes = 0;
    this.#names = names;
  }

  /** What has happened to the variables since the last result that reported it. */
  tell(): SessionState {
    const state = this.#untold ?? 'kept';
    this.#untold = undefined;
    return state;
  }

  /** Ends the guest, one that is on its way, and those that are being ended; resolves after a second at the latest. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#return?.abort.abort(unwanted);
    if (this.#guest !== undefined) this.#departures.add(this.#guest.kill());
    if (this.#return !== undefined) this.#departures.add(this.#return.done);
    await this.#departures.settled(departureMs);
    await Promise.allSettled(this.#options().files.map(({ opened }) => opened.close()));
  }

  async #awaitReturn(time: CallTime, alone: boolean): Promise<void> {
    this.#return ??= this.#startReturn(alone);
    const { done, abort } = this.#return;
    try {
      await time.within(done);
    } catch (error) {
      if (error instanceof CallStopped && error.stop.kind === 'aborted') {
        abort.abort(unwanted);
        await Promise.resolve();
      }
      throw error;
    }
  }

  #startReturn(alone: boolean): { readonly done: Promise<void>; readonly abort: AbortController } {
    const abort = new AbortController();
    const maxMs = Math.max(leastReturnMs, this.#options().limits.cellMs);
    const returning = this.#bringBack(abort.signal, alone);
    const done = untilExpired(returning, maxMs, () => {
      abort.abort(new SandboxError('session_lost', `bringing it back took over ${maxMs} ms`));
      return returning;
    });
    const mine = { abort, done };
    void done.finally(() => {
      if (this.#return === mine) this.#return = undefined;
    });
    return mine;
  }

  /** Fills the seat, or says why it stays empty; never rejects. */
  async #bringBack(abortSignal: AbortSignal, alone: boolean): Promise<void> {
    const departures = this.#departures;
    const how = { recipe: this.#recipe, options: this.#options(), history: this.#history };
    const isLost = this.#state === 'lost';
    const start = isLost ? startAnew : bringBack;
    try {
      await departures.settled(departureMs);
      const guest = await start({ ...how, alone, abortSignal, departures });
      // The session may have been closed before anyone had the guest, or could end it.
      if (this.#isClosed) departures.add(guest.kill());
      else this.#guest = guest;
    } catch (error) {
      if (error === unwanted) return;
      const isVictim = diedWithOthers(error) && !alone;
      if (isVictim) await this.#bringBack(abortSignal, true);
      else this.#failToReturn((error as Error).message, isLost);
    }
  }

  #failToReturn(reason: string, wasLost = false): void {
    this.#state = 'lost';
    if (!wasLost) this.#history.forgetCells();
    this.#untold = undefined;
    this.#fault = new SandboxError(
      'session_lost',
      wasLost
        ? `no guest could be started: ${reason}; the next call tries again`
        : `the guest ended, and ${this.describeLoss(reason)}`,
    );
  }

  #requireOpen(): void {
    if (this.#isClosed) {
      throw new SandboxError('session_closed', 'the session was closed; open another');
    }
  }
}

/** Whether a call failed since its guest's process died with a guest of another session. */
export function diedWithOthers(error: unknown): boolean {
  if (!SandboxError.isInstance(error) || error.code !== 'session_lost') return false;
  return (error.details as { kind?: unknown } | undefined)?.kind === 'process-died';
}
