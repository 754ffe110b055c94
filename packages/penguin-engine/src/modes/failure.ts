import { RlmError } from '@rlm/repl-types';
import { finalSignalOf, messageOf } from '@rlm/repl-types/internal';

import type { EngineContext } from './events.js';
import type { EngineState } from './state.js';

/** An error as a sentence for results and events. */
export function faultMessage(error: unknown): string {
  if (RlmError.isInstance(error) && error.code === 'llm_empty_response_error') {
    return 'empty response after one retry';
  }
  return messageOf(error);
}

/** Errors that, as in Penguin, do not count as failures of the task. */
const otherEnds: ReadonlySet<string> = new Set(['budget_exceeded', 'llm_empty_response_error']);

/**
 * Publishes `task-end` with the status `failed` if an error is a failure of the task: aborts,
 * limits and empty replies are not.
 */
export function failTask(
  error: unknown,
  { setup: { mode, maxSteps }, steps }: EngineState,
  context: EngineContext,
): void {
  if (mode !== 'task' || context.abortSignal.aborted) return;
  if (finalSignalOf(error) !== undefined) return;
  if (RlmError.isInstance(error) && otherEnds.has(error.code)) return;
  context.emit({
    type: 'task-end',
    status: 'failed',
    iteration: steps.length,
    maxSteps,
    error: faultMessage(error),
  });
}
