import { RlmError } from '@rlm/repl-types';

import { startDeadline, type AbortLinker } from '../platform/abort-linker.js';
import type { Clock } from '../platform/clock.js';
import type { StopReason } from '../protocol.js';

/** A part of a run with a signal and, perhaps, a deadline of its own. */
export interface Phase {
  readonly signal: AbortSignal;
  /** Why the phase was interrupted, if its own deadline did it. */
  readonly interruption: StopReason | undefined;
  end(): void;
}

/** Starts a phase whose signal is aborted with `signal`; when it takes longer than `timeoutMs`, `stop` is why it was interrupted. */
export function startPhase(
  linker: AbortLinker,
  signal: AbortSignal,
  clock: Clock,
  timeoutMs: number | undefined,
  stop: (timeoutMs: number) => StopReason,
  onTimeout: () => void,
): Phase {
  if (timeoutMs === undefined || timeoutMs === Infinity) {
    return { signal, interruption: undefined, end: () => undefined };
  }
  const link = linker.link(signal);
  let interruption: StopReason | undefined;
  const cancel = startDeadline(clock, timeoutMs, () => {
    interruption = stop(timeoutMs);
    link.abort(timeoutError(interruption));
    onTimeout();
  });
  return {
    signal: link.signal,
    get interruption() {
      return interruption;
    },
    end: () => {
      cancel();
      link.unlink();
    },
  };
}

/** The reason that a signal is aborted with when a bound on time is reached. */
export function timeoutError(stop: StopReason): RlmError {
  return new RlmError(stop.message, { code: stop.code });
}
