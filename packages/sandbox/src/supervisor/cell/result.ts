import { REPLResult } from '@rlm/repl-types';
import type { SessionState } from '@rlm/repl-types/internal';

import type { CellEnd } from './cell-end.js';
import { describeFindings, type LookedAt } from './describe-findings.js';
import type { CellVariables } from './locals.js';
import { describeStop, type StopCause } from './stop-cause.js';

/** A cell's end as the result that callers get; `locals` are values or descriptions. */
export function toResult(
  end: CellEnd,
  session: SessionState,
  executionTimeMs: number,
  locals: CellVariables['locals'],
  cell: LookedAt,
): REPLResult {
  const { error = end.error, diagnostics } = describeFindings(end, cell, Object.keys(locals));
  return new REPLResult({
    stdout: end.stdout.text,
    stderr: end.stderr.text,
    gaps: { stdout: end.stdout.gaps, stderr: end.stderr.gaps },
    locals,
    executionTimeMs,
    llmCalls: end.llmCalls,
    success: error === undefined,
    finalOutput: end.final,
    value: end.value ?? null,
    outcome: end.outcome,
    session,
    refused: end.isRefused,
    unread: end.isUnread,
    diagnostics,
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
