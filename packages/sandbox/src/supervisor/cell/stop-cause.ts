import type { ExecutionOutcome } from '@rlm/repl-types/internal';

import type { GuestError } from '../../contract/frames.js';

/** Why a cell was stopped from outside. */
export type StopCause =
  | {
      readonly kind: 'timeout';
      readonly limitMs: number;
      readonly limit?: string | undefined;
      /** The operation that was running, if it was not the cell itself. */
      readonly during?: string | undefined;
    }
  | { readonly kind: 'final' }
  | { readonly kind: 'aborted'; readonly reason: string }
  | { readonly kind: 'crashed' | 'violation' | 'memory'; readonly reason: string };

/** The outcome of a cause, with the error that reports it. */
export function describeStop(cause: StopCause): {
  readonly outcome: ExecutionOutcome;
  readonly error: GuestError;
} {
  switch (cause.kind) {
    case 'timeout': {
      const limit = cause.limit ?? 'time of a cell';
      const during = cause.during === undefined ? '' : `: ${cause.during}`;
      const message = `stopped after ${Math.round(cause.limitMs)} ms (${limit}, host calls not counted)${during}`;
      return { outcome: 'timeout', error: { type: 'TimeoutError', message } };
    }
    case 'final':
      return { outcome: 'final', error: { type: 'Final', message: 'the answer is recorded' } };
    case 'aborted':
      return { outcome: 'aborted', error: { type: 'AbortError', message: cause.reason } };
    case 'crashed':
      return { outcome: 'crashed', error: { type: 'SandboxCrash', message: cause.reason } };
    case 'violation':
      return { outcome: 'violation', error: { type: 'SandboxViolation', message: cause.reason } };
    case 'memory':
      return { outcome: 'memory', error: { type: 'MemoryError', message: cause.reason } };
  }
}

/** The reason of an aborted signal, as text. */
export function abortReason(signal: AbortSignal | undefined): string {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason.message : 'aborted';
}
