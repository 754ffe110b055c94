import { awaitHook, messageOf, warn } from '@rlm/repl-types/internal';

import type { SandboxSession } from '../../contract/session.js';
import { currentCall, runWithin } from '../running-call.js';
import { onAbort } from '../on-abort.js';
import { openingCall, type Place, type Places, type PlaceWish } from './places.js';

/**
 * Opens a session in a place: waits for one, and frees it when the session has ended, whether by `close` or by its
 * signal, or could not be opened. A fork takes a place of its own.
 *
 * @throws As `places.take` and `open` do
 */
export async function openInPlace(
  places: Places,
  wish: PlaceWish,
  open: () => Promise<SandboxSession>,
): Promise<SandboxSession> {
  const place = await places.take(wish);
  try {
    const session = await callFor(place, openingCall, open);
    return holdSession(session, place, places, wish);
  } catch (error) {
    place.leave();
    throw error;
  }
}

/** A session that frees its place when it has ended. What its cells wait for is called on behalf of the place. */
function holdSession(
  session: SandboxSession,
  place: Place,
  places: Places,
  wish: PlaceWish,
): SandboxSession {
  let closing: Promise<void> | undefined;
  let forget: () => void = () => undefined;
  const close = (): Promise<void> => {
    forget();
    closing ??= awaitHook(() => session.close()).finally(place.leave);
    return closing;
  };
  forget = onAbort(wish.abortSignal, () => {
    close().catch((fault: unknown) => {
      warn(`A session of ${session.backend} cannot be closed: ${messageOf(fault)}`);
    });
  });
  const fork = session.fork?.bind(session);
  return {
    backend: session.backend,
    language: session.language,
    execute: (code, options) => callFor(place, 'execute()', () => session.execute(code, options)),
    set: (name, value, options) => session.set(name, value, options),
    get: (name, options) => session.get(name, options),
    variables: (options) => session.variables(options),
    idle: () => session.idle(),
    get guestMs() {
      return session.guestMs ?? 0;
    },
    snapshot: session.snapshot?.bind(session),
    fork: fork && (() => callFor(place, 'fork()', () => openInPlace(places, wish, fork))),
    undo: session.undo?.bind(session),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Does something on behalf of the session that has a place: who waits for a place meanwhile is known to wait for it. */
async function callFor<T>(place: Place, name: string, task: () => Promise<T>): Promise<T> {
  const call = { owner: place, name, around: currentCall(), isPending: true };
  try {
    return await runWithin(call, () => awaitHook(task));
  } finally {
    call.isPending = false;
  }
}
