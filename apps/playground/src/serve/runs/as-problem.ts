import { RlmError } from '@rlm/repl-types';
import { JournalError } from '@rlm/journal';

import { explainFault } from '../../runs/explain.js';
import type { Runs } from '../../runs/runs.js';
import { UsageError } from '../../usage-error.js';
import { ProblemError } from '../http/problem.js';

/** What a client is told of a fault: a mistake of its own, a state that does not allow it; others stay as they are. */
export function asProblem(
  error: unknown,
  run: { readonly runs: Runs; readonly runId: string },
): unknown {
  if (error instanceof ProblemError) return error;
  if (JournalError.isInstance(error) && error.code === 'journal_not_found') {
    return new ProblemError('not_found', `there is no run ${JSON.stringify(run.runId)}`);
  }
  const explained = explainFault(error, run);
  if (explained !== undefined) return conflict(explained, error);
  if (error instanceof UsageError) return conflict(error.message, error);
  if (RlmError.isInstance(error)) return new ProblemError('invalid', error.message);
  return error;
}

const conflict = (words: string, cause: unknown): ProblemError =>
  new ProblemError('conflict', words, {}, { cause });
