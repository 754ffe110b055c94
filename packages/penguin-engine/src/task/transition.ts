import {
  checkTask,
  InvalidTransitionError,
  type Task,
  type TaskChange,
  type TaskStatus,
} from './task.js';

const allowedFrom: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = Object.freeze({
  active: ['running', 'completed', 'cancelled', 'archived'],
  running: ['active', 'completed', 'failed', 'pending_review', 'cancelled'],
  pending_review: ['active', 'running', 'completed', 'cancelled', 'failed'],
  completed: ['active', 'archived'],
  cancelled: ['active', 'archived'],
  failed: ['active', 'archived'],
  archived: ['active'],
});

/** Whether the life cycle allows this change. A status never changes to itself. */
export function canTransition(from: TaskStatus, to: TaskStatus): boolean {
  return Object.hasOwn(allowedFrom, from) && allowedFrom[from].includes(to);
}

/**
 * Returns the task with another status. `completed` sets its progress to 100. Throws
 * `InvalidTransitionError` if the life cycle does not allow the change.
 */
export function transition(
  task: Task,
  to: TaskStatus,
  note: Pick<TaskChange, 'reason' | 'reviewer'> = {},
): Task {
  checkTask(task);
  const { status: from } = task;
  if (!canTransition(from, to)) {
    const why = `cannot become ${to}. It can become: ${allowedFrom[from].join(', ')}`;
    throw new InvalidTransitionError(from, to, why);
  }
  const change: TaskChange = Object.freeze({ from, to, ...note });
  return Object.freeze({
    ...task,
    status: to,
    progress: to === 'completed' ? 100 : task.progress,
    history: Object.freeze([...task.history, change]),
  });
}
