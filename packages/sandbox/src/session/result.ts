import { REPLResult } from '@rlm/repl-types';
import type { ExecutionOutcome, ReplLocal, SessionState } from '@rlm/repl-types/internal';

import type { GuestError } from '../contract/frames.js';
import type { CellEnd } from './cell.js';
import { describeFindings, type CellCode } from './findings.js';

/** A cell's end as the result that callers get; `locals` are values or descriptions. */
export function toResult(
  end: CellEnd,
  session: SessionState,
  executionTimeMs: number,
  locals: Readonly<Record<string, ReplLocal>>,
  cell: CellCode,
): REPLResult {
  const found =
    end.done?.findings === undefined && end.unrun !== 'refused'
      ? undefined
      : describeFindings(end, cell, Object.keys(locals));
  const error = found?.error ?? end.error;
  return new REPLResult({
    stdout: end.stdout.text,
    stderr: end.stderr.text,
    gaps: { stdout: end.stdout.gaps, stderr: end.stderr.gaps },
    locals,
    executionTimeMs,
    llmCalls: end.llmCalls,
    success: error === undefined,
    finalOutput: end.final,
    value: (end.outcome === 'ok' ? end.done?.value : undefined) ?? null,
    outcome: end.outcome,
    session,
    refused: end.unrun === 'refused',
    unread: end.unrun === 'unread',
    diagnostics: found?.diagnostics,
    error,
  });
}

/** The result of a cell that was never started; `session` says what the next one will find. */
export function stoppedResult(cause: StopCause, session: SessionState = 'kept'): REPLResult {
  const { outcome, error } = describeStop(cause);
  return new REPLResult({ outcome, error: { ...error, traceback: '' }, success: false, session });
}

/** The result of a cell that was not started, since its session could not be brought back. */
export function lostResult({ message }: Error): REPLResult {
  const error = { type: 'SessionLost', message, traceback: '' };
  return new REPLResult({ outcome: 'crashed', error, success: false, session: 'lost' });
}

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

/** Why a cell stops whose session is closed. */
export const wasClosed: StopCause = { kind: 'aborted', reason: 'the session was closed' };

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
