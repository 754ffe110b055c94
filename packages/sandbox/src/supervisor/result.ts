import { REPLResult, type SessionState } from '@rlm/repl-types';

import type { CellEnd } from './cell-run.js';
import type { ValueLimits } from './json-text.js';
import { describeStop, type StopCause } from './stop-cause.js';
import { parseVariables } from './variables.js';

/** A cell's end as the result that callers get; `locals` maps names to previews. */
export function toResult(
  end: CellEnd,
  session: SessionState,
  executionTimeMs: number,
  limits: ValueLimits,
): REPLResult {
  return new REPLResult({
    stdout: end.stdout,
    stderr: end.stderr,
    locals: readLocals(end.variables, limits),
    executionTimeMs,
    llmCalls: end.llmCalls,
    success: end.error === undefined,
    finalOutput: end.final,
    outcome: end.outcome,
    session,
    ...(end.error === undefined ? {} : { error: end.error }),
  });
}

/** The result of a cell that was never started. */
export function stoppedResult(cause: StopCause): REPLResult {
  const { outcome, error } = describeStop(cause);
  return new REPLResult({ outcome, error: { ...error, traceback: '' }, success: false });
}

function readLocals(json: string | undefined, limits: ValueLimits): Record<string, string> {
  if (json === undefined) return {};
  try {
    return Object.fromEntries(
      parseVariables(json, limits).map(({ name, preview }) => [name, preview]),
    );
  } catch {
    return {};
  }
}
