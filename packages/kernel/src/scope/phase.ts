import { RlmError } from '@rlm/repl-types';

import { linkSignals, startDeadline } from '../platform/abort-linker.js';
import type { Clock } from '../platform/clock.js';
import type { StopReason } from '../contract/stop-reason.js';

/** A part of a run with its own signal and, perhaps, its own deadline. */
export interface Phase {
  readonly signal: AbortSignal;
  /** Why the phase was interrupted, if its own deadline did that. */
  readonly interruption: StopReason | undefined;
  /** Interrupts the phase; the first reason counts. */
  interrupt(stop: StopReason): void;
  end(): void;
}

/**
 * Starts a phase whose signal is aborted with `signal`. If it takes longer than `timeoutMs`,
 * `onDeadline` is called.
 */
export function startPhase(
  signal: AbortSignal,
  clock: Clock,
  timeoutMs: number | undefined,
  onDeadline: (timeoutMs: number) => void,
): Phase {
  if (timeoutMs === undefined || timeoutMs === Infinity) return openPhase(signal);
  const link = linkSignals(signal);
  let interruption: StopReason | undefined;
  const cancel = startDeadline(clock, timeoutMs, () => {
    onDeadline(timeoutMs);
  });
  return {
    signal: link.signal,
    get interruption() {
      return interruption;
    },
    interrupt: (stop) => {
      if (interruption !== undefined) return;
      interruption = stop;
      link.abort(timeoutError(stop));
    },
    end: () => {
      cancel();
      link.unlink();
    },
  };
}

/** A phase without a time limit of its own. */
export function openPhase(signal: AbortSignal): Phase {
  const nothing = (): void => undefined;
  return { signal, interruption: undefined, interrupt: nothing, end: nothing };
}

/** The abort reason of a signal when a time limit is reached. */
export function timeoutError(stop: StopReason): RlmError {
  return new RlmError(stop.message, { code: stop.code });
}
