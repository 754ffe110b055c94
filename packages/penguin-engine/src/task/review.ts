import { checkOptions, fields, oneOf, text } from '@rlm/repl-types/options';
import { refuseOption } from '@rlm/repl-types/internal';

import { checkTask, InvalidTransitionError, type Task } from './task.js';
import { transition } from './transition.js';

/** Hands a running task to a person, as `finish_task` requests. */
export function markPendingReview(task: Task, reason?: string): Task {
  return transition(task, 'pending_review', { reason });
}

/** Records a person's decision that the task is complete. */
export function approve(task: Task, reviewer?: string): Task {
  return transition(task, 'completed', { reviewer });
}

/** How a rejected task goes on. */
export interface RejectOptions {
  /** Who decided. */
  readonly reviewer?: string | undefined;
  /** `running` (default): work goes on. `active`: it waits. */
  readonly to?: 'running' | 'active' | undefined;
}

/**
 * Records a person's decision that the task is not complete, and why. Throws
 * `InvalidTransitionError` for a task that is not pending review.
 */
export function reject(task: Task, reason: string, options: RejectOptions = {}): Task {
  checkOptions(
    options,
    fields<RejectOptions>({ reviewer: text, to: oneOf('running', 'active') }),
    refuseOption,
  );
  checkTask(task);
  const { to = 'running', reviewer } = options;
  if (task.status !== 'pending_review') {
    const why = 'is not under review. Only a task that is pending_review can be rejected';
    throw new InvalidTransitionError(task.status, to, why);
  }
  return transition(task, to, reviewer === undefined ? { reason } : { reason, reviewer });
}
