import { awaitHook, messageOf, tellHook, untilExpired, warn } from '@rlm/repl-types/internal';

import { SandboxError } from '../../contract/errors.js';
import type { SessionOptions } from '../../contract/session.js';
import { currentCall, runWithin, type RunningCall } from '../running-call.js';
import { onAbort } from '../on-abort.js';
import { TenantQueue } from './tenant-queue.js';

/** The place of one session. */
export interface Place {
  /** Frees it, once. */
  readonly leave: () => void;
}

/** How a place is asked for. */
export interface PlaceWish extends Pick<SessionOptions, 'tenant' | 'abortSignal' | 'onWait'> {
  /** It is given while fewer places than these are taken. */
  readonly max: number;
  /** How many may wait; default: any number. */
  readonly maxWaiting?: number | undefined;
  /** How long one waits, in milliseconds; default: any time. */
  readonly waitMs?: number | undefined;
}

/** One who waits on behalf of a call, or of nobody that is known. */
interface Waiting {
  readonly call: RunningCall | undefined;
}

/** One who waits for a place. */
interface Waiter extends Waiting {
  readonly max: number;
  /** Ends the wait: with a place, or the reason why there is none. */
  readonly end: (place: Place | undefined, reason?: unknown) => void;
  isOver: boolean;
}

/** All who wait on behalf of a call, in any line of this process. */
const waitingForCalls = new Set<Waiting>();

/** The lines in which somebody waits. */
const lines = new Set<Places>();

/** The name of the call on whose behalf a session is opened in its place. */
const openingCall = 'open()';

/**
 * The places for sessions, and the line of those who wait for one. Tenants take turns; of one tenant, the first come is
 * served first.
 *
 * A session has its place from before its child starts until it is closed, so one that lost its child waits for nothing
 * when it comes back. A session whose cell waits for a host function that opens another (a child run), and one that is
 * being forked, cannot be closed before that other has its place. So if somebody waits, in whichever line, on behalf of
 * each session that has a place here, then one who waits here on behalf of a session is let in beyond the limit: the one
 * with the most sessions above it, since that one ends first. What is opened then is none of those until somebody waits
 * on its behalf. So it is one at a time, and at most one for each level of the trees.
 */
export class Places {
  readonly #held = new Set<Place>();
  readonly #line = new TenantQueue<Waiter>();
  /** What has the places, in the words of errors. */
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  /**
   * A place: at once, or as soon as there is one.
   *
   * @throws SandboxError `pool_full`, `pool_timeout`, `session_closed`; the signal's reason
   */
  async take(wish: PlaceWish): Promise<Place> {
    const { max, waitMs, abortSignal } = wish;
    abortSignal?.throwIfAborted();
    if (this.#held.size < max) return this.#enter();
    let giveUp: (reason: unknown) => void = () => undefined;
    const entering = new Promise<Place>((resolve, reject: (reason: Error) => void) => {
      giveUp = this.#wait(wish, (place, reason) => {
        if (place === undefined) reject(reason as Error);
        else resolve(place);
      });
    });
    const forget = onAbort(abortSignal, giveUp);
    try {
      if (waitMs === undefined) return await entering;
      return await untilExpired(entering, waitMs, () => {
        giveUp(this.#late(max, waitMs));
        return entering;
      });
    } finally {
      forget();
    }
  }

  /** Sends away all who wait. */
  close(): void {
    const reason = new SandboxError('session_closed', `${this.#name} was closed`);
    for (let next = this.#line.next(); next !== undefined; next = this.#line.next()) {
      next.end(undefined, reason);
    }
  }

  /** Puts one into the line. The returned function takes it out again. */
  #wait(
    { max, maxWaiting = Infinity, tenant = '', onWait }: PlaceWish,
    settle: Waiter['end'],
  ): (reason: unknown) => void {
    const end: Waiter['end'] = (place, reason) => {
      waiter.isOver = true;
      leaveLine();
      waitingForCalls.delete(waiter);
      if (this.#line.size === 0) lines.delete(this);
      settle(place, reason);
    };
    const waiter: Waiter = { call: currentCall(), max, end, isOver: false };
    const leaveLine = this.#line.add(tenant, waiter);
    lines.add(this);
    if (waiter.call !== undefined) {
      waitingForCalls.add(waiter);
      letIn();
    }
    // A tenant that fills the line does not keep others out: the last of the longest line makes room for them.
    if (this.#line.size > maxWaiting) this.#line.giveWay(tenant)?.end(undefined, this.#full(max));
    if (!waiter.isOver) {
      tellHook(onWait, [{ max, waiting: this.#line.size }], (fault) => {
        warn(`onWait() failed: ${messageOf(fault)}`);
      });
    }
    return (reason) => {
      if (!waiter.isOver) end(undefined, reason);
    };
  }

  #enter(): Place {
    const place: Place = {
      leave: () => {
        if (!this.#held.delete(place)) return;
        const isFit = ({ max }: Waiter): boolean => this.#held.size < max;
        for (let next = this.#line.next(isFit); next !== undefined; next = this.#line.next(isFit)) {
          next.end(this.#enter());
        }
        letIn();
      },
    };
    this.#held.add(place);
    return place;
  }

  /** Lets one in beyond the limit if all who have places are `blocked`. */
  letIn(blocked: ReadonlySet<object>): void {
    for (const place of this.#held) if (!blocked.has(place)) return;
    let most = 0;
    for (const { call } of this.#line.items()) most = Math.max(most, sessionsAbove(call));
    if (most === 0) return;
    this.#line.next(({ call }) => sessionsAbove(call) === most)?.end(this.#enter());
  }

  #full(max: number): SandboxError {
    const text = `all ${max} sessions of ${this.#name} are in use, and ${this.#line.size} wait for one (maxWaiting): ${advice}`;
    return new SandboxError('pool_full', text);
  }

  #late(max: number, waitMs: number): SandboxError {
    const text = `no session of ${this.#name} was free within ${waitMs} ms (waitMs): all ${max} are in use; ${advice}`;
    return new SandboxError('pool_timeout', text);
  }
}

const advice = 'close sessions that are done with, or open the pool with a larger max';

/** Lets in, in each line, whom nothing else would let in. */
function letIn(): void {
  if (waitingForCalls.size === 0) return;
  for (const places of lines) {
    const blocked = [...waitingForCalls].flatMap(({ call }) => pendingCalls(call));
    places.letIn(new Set(blocked.map(({ owner }) => owner)));
  }
}

/** A call and those around it, as long as somebody waits for them. */
function pendingCalls(call: RunningCall | undefined): readonly RunningCall[] {
  const calls: RunningCall[] = [];
  for (let each = call; each !== undefined; each = each.around) {
    if (each.isPending) calls.push(each);
  }
  return calls;
}

/** How many sessions wait, one for the other, for what is done on behalf of a call; without one that is only being opened. */
function sessionsAbove(call: RunningCall | undefined): number {
  return pendingCalls(call).filter(({ name }) => name !== openingCall).length;
}

/**
 * Says that the code which calls it waits for others who may wait for a place, such as for one of the child runs that may
 * run at once: until the returned function is called.
 */
export function waitForOthers(): () => void {
  const waiter = { call: currentCall() };
  if (waiter.call === undefined) return () => undefined;
  waitingForCalls.add(waiter);
  letIn();
  return () => {
    waitingForCalls.delete(waiter);
  };
}

/** A place that a session has. */
export interface Held {
  readonly place: Place;
  /** Opens another session for this one, in a place of its own. */
  readonly beside: <Session>(open: (held: Held) => Promise<Session>) => Promise<Session>;
}

/**
 * Opens a session in a place: waits for one, and frees it if the session cannot be opened. Else that frees it when it has ended.
 *
 * @throws As `places.take` and `open` do
 */
export async function openInPlace<Session>(
  places: Places,
  wish: PlaceWish,
  open: (held: Held) => Promise<Session>,
): Promise<Session> {
  const place = await places.take(wish);
  const beside: Held['beside'] = (fork) =>
    callFor(place, 'fork()', () => openInPlace(places, wish, fork));
  try {
    return await callFor(place, openingCall, () => open({ place, beside }));
  } catch (error) {
    place.leave();
    throw error;
  }
}

/** Does something on behalf of the session that has a place: who waits for a place meanwhile is known to wait for it. */
export async function callFor<T>(place: Place, name: string, task: () => Promise<T>): Promise<T> {
  const call = { owner: place, name, around: currentCall(), isPending: true };
  try {
    return await runWithin(call, () => awaitHook(task));
  } finally {
    call.isPending = false;
  }
}
