import type { Outcome } from '../contract/outcome.js';
import type { FinishReason, StopReason } from '../contract/stop-reason.js';
import type { RunOptions } from '../options/run-options.js';
import { RunFailedError, RunLimitError } from '../run-errors.js';

/**
 * The error with which a run rejects, if its caller asked for that; undefined if it resolves with
 * its result.
 */
export function rejectionOf<Result>(
  { throwOnLimit, throwOnFailure }: Pick<RunOptions, 'throwOnLimit' | 'throwOnFailure'>,
  outcome: Outcome<unknown>,
  result: Result,
): RunLimitError<Result> | RunFailedError<Result> | undefined {
  if (outcome.status === 'final') return undefined;
  const kind = kindOf(outcome.finishReason);
  // The loop's own result may have a more detailed stop.
  const { stop } = { stop: outcome.stop, ...(result as { readonly stop?: StopReason } | null) };
  if (throwOnLimit === true && kind === 'limit') return new RunLimitError(result, stop);
  const isFailure = kind !== 'pause' && outcome.answer === null;
  return throwOnFailure === true && isFailure ? new RunFailedError(result, stop) : undefined;
}

/** Whether an end is a limit, or a pause: the run waits for a person, or `shouldStop` ended it. */
function kindOf(finishReason: Exclude<FinishReason, 'final'>): 'limit' | 'pause' | 'other' {
  switch (finishReason) {
    case 'max_steps':
    case 'max_depth':
    case 'max_sub_queries':
    case 'max_tokens':
    case 'max_cost':
    case 'max_calls':
    case 'timeout':
    case 'max_errors':
      return 'limit';
    case 'suspended':
    case 'stopped':
      return 'pause';
    case 'aborted':
    case 'error':
    case 'policy':
    case 'guard':
      return 'other';
  }
}
