import { assignTimely } from '../guest/assign.js';
import type { WholeBackend } from '../create-sandbox.js';
import type { Arrival, Guest } from '../guest/guest.js';
import type { History } from '../log/history.js';
import { onAbort } from '../on-abort.js';
import { replay, startGuest } from './rebuild.js';
import type { ResolvedOptions } from '../options/session-options.js';

/** How a guest comes back. */
export interface ReturnOptions extends Arrival {
  readonly recipe: WholeBackend;
  readonly options: ResolvedOptions;
  readonly history: History;
  /** Whether it must not share a process with others; see `ChildOptions.alone`. */
  readonly alone: boolean;
}

/**
 * Brings a new guest to the state of the old one: from the snapshot and by replay.
 *
 * @throws ReplayDivergence; SandboxError `session_lost`; the signal's reason
 */
export function bringBack(how: ReturnOptions): Promise<Guest> {
  const { recipe, options, history } = how;
  return startWith(how, history.checkpoint?.bytes, (guest) =>
    replay(recipe, options, guest, history.unsaved()),
  );
}

/**
 * Starts a guest that has the host's values alone, of a session whose variables are lost.
 *
 * @throws SandboxError `session_lost`; the signal's reason
 */
export function startAnew(how: ReturnOptions): Promise<Guest> {
  const { options, history } = how;
  const snapshot = options.snapshot?.bytes;
  return startWith(how, snapshot, async (guest) => {
    for (const entry of history.sets()) await assignTimely(guest, entry);
    if (snapshot !== undefined) history.save(snapshot, 0);
  });
}

async function startWith(
  { recipe, options, alone, abortSignal, departures }: ReturnOptions,
  snapshot: Uint8Array | undefined,
  fill: (guest: Guest) => Promise<void>,
): Promise<Guest> {
  const guest = await startGuest(recipe, options, snapshot, { alone, abortSignal, departures });
  const giveUp = (): void => {
    departures.add(guest.kill());
  };
  const forget = onAbort(abortSignal, giveUp);
  try {
    await fill(guest);
    abortSignal.throwIfAborted();
    return guest;
  } catch (error) {
    giveUp();
    abortSignal.throwIfAborted();
    throw error;
  } finally {
    forget();
  }
}
