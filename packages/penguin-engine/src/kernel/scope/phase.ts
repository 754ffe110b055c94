import { RlmError } from '@rlm/repl-types';

import { startDeadline, type SignalHub } from '../platform/abort-linker.js';
import type { Clock } from '../platform/clock.js';
import type { StopReason } from '../protocol.js';

/** A part of a run with a signal and, perhaps, a deadline of its own. */
export interface Phase {
  readonly signal: AbortSignal;
  /** Why the phase was cut short, if its own deadline did it. */
  readonly cut: StopReason | undefined;
  end(): void;
}

/** Starts a phase below `signal`; `stop` is its end when it takes longer than `timeoutMs`. */
export function startPhase(
  hub: SignalHub,
  signal: AbortSignal,
  clock: Clock,
  timeoutMs: number | undefined,
  stop: (timeoutMs: number) => StopReason,
  onCut: () => void,
): Phase {
  if (timeoutMs === undefined || timeoutMs === Infinity) {
    return { signal, cut: undefined, end: () => undefined };
  }
  const link = hub.link(signal);
  let cut: StopReason | undefined;
  const cancel = startDeadline(clock, timeoutMs, () => {
    cut = stop(timeoutMs);
    link.abort(timeoutError(cut));
    onCut();
  });
  return {
    signal: link.signal,
    get cut() {
      return cut;
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
