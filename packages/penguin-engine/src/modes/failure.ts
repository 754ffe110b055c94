import { finalSignalOf, RlmError } from '@rlm/repl-types';
import { messageOf } from '@rlm/repl-types/internal';

import type { EngineContext } from './events.js';
import type { EngineResult } from './result.js';
import type { EngineState } from './state.js';

/** A run failed whose caller asked for an error then (`throwOnFailure`). */
export class EngineFailureError extends RlmError<
  'engine_failure',
  { readonly result: EngineResult }
> {
  static override readonly className: string = 'EngineFailureError';

  constructor(result: EngineResult) {
    const reason = result.error === undefined ? '' : `: ${result.error}`;
    super(`The run ended with ${result.status}${reason}`, {
      code: 'engine_failure',
      details: { result },
    });
  }
}

/** A limit ended a run whose caller asked for an error then (`throwOnLimit`). */
export class EngineLimitError extends RlmError<'engine_limit', { readonly result: EngineResult }> {
  static override readonly className: string = 'EngineLimitError';

  constructor(result: EngineResult) {
    super(`The run ended with ${result.status} after ${result.iterations} iterations`, {
      code: 'engine_limit',
      details: { result },
    });
  }
}

/** An error in a sentence, as results and events carry it. */
export function faultMessage(error: unknown): string {
  if (RlmError.isInstance(error) && error.code === 'llm_empty_response_error') {
    return 'empty response after one retry';
  }
  return messageOf(error);
}

/** Ends that seed document 003 does not count as failures of the task. */
const otherEnds: ReadonlySet<string> = new Set(['budget_exceeded', 'llm_empty_response_error']);

/** Publishes `task-end` with the status `failed` if an error is a failure of the task: not for aborts, limits and empty replies. */
export function failTask(
  error: unknown,
  { setup: { mode, maxIterations }, iterations }: EngineState,
  context: EngineContext,
): void {
  if (mode !== 'task' || context.abortSignal.aborted) return;
  if (finalSignalOf(error) !== undefined) return;
  if (RlmError.isInstance(error) && otherEnds.has(error.code)) return;
  context.emit({
    type: 'task-end',
    status: 'failed',
    iteration: iterations,
    maxIterations,
    error: faultMessage(error),
  });
}
