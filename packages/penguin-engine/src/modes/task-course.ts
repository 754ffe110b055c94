import type { Decision } from '@rlm/kernel/internal';

import { approve, markPendingReview } from '../task/review.js';
import { createTask, type Task } from '../task/task.js';
import { transition } from '../task/transition.js';
import type { TaskOptions } from './options.js';
import type { EngineResult } from './result.js';

/** The task of a run: the given one, or a new one. */
export function taskOf({ task = {}, prompt = '' }: TaskOptions, runId: string): Task {
  const firstLine = prompt.trim().split('\n', 1)[0] ?? '';
  const { id = runId, name = firstLine.slice(0, 80), status, progress, history } = task;
  const fresh = createTask({
    id,
    name,
    status,
    progress,
  });
  return history === undefined ? fresh : Object.freeze({ ...fresh, history });
}

/**
 * The status of a task after a run. Work that has begun makes it `running`. A finish, explicit or
 * implicit, hands it to a person (`pending_review`). A fault makes it `failed`. After anything else
 * (a limit, a stop, an abort) it waits (`active`). A run completes a task only if a person approved
 * it (`review: 'wait'`).
 */
export function taskAfter(
  task: Task,
  hasStarted: boolean,
  result: EngineResult,
  decision?: Decision,
): Task {
  if (!hasStarted) return task;
  const running = task.status === 'running' ? task : transition(task, 'running');
  const { status, finishStatus, finishSummary, error } = result;
  const why = (word: string, text: string | undefined): string =>
    text === undefined ? word : `${word}: ${text}`;
  if (decision?.approved === true) {
    const pending = markPendingReview(running, why(finishStatus ?? 'done', finishSummary));
    return approve(pending, decision.reviewer);
  }
  switch (status) {
    case 'pending_review':
      return markPendingReview(running, why(finishStatus ?? 'done', finishSummary));
    case 'implicit_completion':
      return markPendingReview(running, status);
    case 'error':
    case 'provider_error':
    case 'provider_recoverable_error':
      return transition(running, 'failed', { reason: why(status, error) });
    default:
      return transition(running, 'active', { reason: why(status, error) });
  }
}

/**
 * What the model must know about a task that a person rejected; the empty text if there is nothing.
 */
export function reviewNote({ task }: TaskOptions): string {
  const last = task?.history?.at(-1);
  if (last?.from !== 'pending_review' || last.reason === undefined) return '';
  return `A person reviewed the work on this task so far, and did not accept it: ${last.reason}`;
}
