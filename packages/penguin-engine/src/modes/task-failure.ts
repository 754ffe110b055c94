import { finalSignalOf, RlmError } from '@rlm/repl-types';

import type { RunContext } from '../kernel/scope/context.js';
import type { EngineOwnEvent } from './events.js';
import { faultMessage } from './fault-message.js';
import type { EngineProgress, EngineSetup } from './state.js';

/** Ends that seed document 003 does not count as failures of the task. */
const otherEnds: ReadonlySet<string> = new Set(['budget_exceeded', 'llm_empty_response_error']);

/** The event `task-failed`, where an error is a failure of the task: not for aborts, limits and empty replies. */
export function* failTask(
  error: unknown,
  { mode, maxIterations }: EngineSetup,
  { iterations }: EngineProgress,
  context: RunContext,
): Generator<EngineOwnEvent, void, undefined> {
  if (mode !== 'task' || context.abortSignal.aborted) return;
  if (finalSignalOf(error) !== undefined) return;
  if (RlmError.isInstance(error) && otherEnds.has(error.code)) return;
  yield { type: 'task-failed', iteration: iterations, maxIterations, error: faultMessage(error) };
}
