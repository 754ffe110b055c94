import { SandboxError } from '../../contract/errors.js';
import type { CallOptions } from '../../contract/session.js';
import type { Guest } from '../guest/guest.js';
import { diedWithOthers, type GuestSeat } from '../recovery/guest-seat.js';
import { CallStopped, startCallTime, type CallTime } from '../guest/call-time.js';

/** A call on a session other than `execute`. */
export interface GuestUse {
  /** Its name, for the texts of errors. */
  readonly method: string;
  readonly options: CallOptions;
  /** Its default time, in milliseconds. */
  readonly defaultMs: number;
  /** Throws if the session was closed. */
  readonly requireOpen: () => void;
}

/**
 * Uses the guest outside a cell, in the time of a call. If its process died with another guest, it tries once more.
 *
 * @throws SandboxError `call_timeout`, `session_closed`, `session_lost`; the reason of the call's signal
 */
export async function useGuest<Value>(
  seat: GuestSeat,
  { method, options: { abortSignal, timeoutMs }, defaultMs, requireOpen }: GuestUse,
  task: (guest: Guest, time: CallTime) => Promise<Value>,
): Promise<Value> {
  requireOpen();
  abortSignal?.throwIfAborted();
  const limitMs = timeoutMs ?? defaultMs;
  const time = startCallTime(limitMs, abortSignal);
  try {
    return await task(await seat.take(time), time).catch(async (error: unknown) => {
      if (!diedWithOthers(error)) throw error;
      return task(await seat.take(time, true), time);
    });
  } catch (error) {
    requireOpen();
    if (!(error instanceof CallStopped)) throw error;
    if (error.stop.kind === 'aborted') throw error.cause;
    throw new SandboxError(
      'call_timeout',
      `${method} did not end within ${limitMs} ms: ${seat.task}`,
    );
  } finally {
    time.end();
  }
}
