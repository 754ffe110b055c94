import { JournalError } from '@rlm/journal';
import { RlmError } from '@rlm/repl-types';

import { explainFault } from '../../runs/explain.js';
import type { Runs } from '../../runs/runs.js';
import { UsageError } from '../../usage-error.js';
import { ProblemError } from '../http/problem.js';

/** The run that something is done with. */
interface HandledRun {
  readonly runs: Runs;
  readonly runId: string;
}

/** Does something with a run; what its client can do about a fault is a problem. */
export async function explained<Value>(run: HandledRun, act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    throw asProblem(error, run);
  }
}

/** Turns a fault into what a client gets: a mistake of its own, or a state that does not allow the request. Other faults stay as they are. */
function asProblem(error: unknown, run: HandledRun): unknown {
  if (error instanceof ProblemError) return error;
  if (JournalError.isInstance(error) && error.code === 'journal_not_found') {
    return new ProblemError('not_found', `there is no run ${JSON.stringify(run.runId)}`);
  }
  const told = explainFault(error, run);
  if (told !== undefined) return conflict(told, error);
  if (error instanceof UsageError) return conflict(error.message, error);
  if (RlmError.isInstance(error)) return new ProblemError('invalid', error.message);
  return error;
}

const conflict = (words: string, cause: unknown): ProblemError =>
  new ProblemError('conflict', words, {}, { cause });
