import { RlmError } from '@rlm/repl-types';

/** Where a task stands. Only a person's approval makes one `completed` after a run. */
export type TaskStatus =
  'active' | 'running' | 'pending_review' | 'completed' | 'cancelled' | 'failed' | 'archived';

/** One change of a task's status. */
export interface TaskChange {
  /** The status before. */
  readonly from: TaskStatus;
  /** The status after. */
  readonly to: TaskStatus;
  /** Why, as whoever changed it said. */
  readonly reason?: string;
  /** The person who decided on a review. */
  readonly reviewer?: string;
}

/** A task as data: every change gives a new one. */
export interface Task {
  /** Chosen by the caller. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** Where it stands. */
  readonly status: TaskStatus;
  /** Percent. 100 once it is completed. */
  readonly progress: number;
  /** Oldest first. */
  readonly history: readonly TaskChange[];
}

/** A change that the life cycle does not know, or that is not this function's to make. */
export class InvalidTransitionError extends RlmError<
  'invalid_transition',
  { readonly from: TaskStatus; readonly to: TaskStatus }
> {
  override readonly name: string = 'InvalidTransitionError';

  constructor(from: TaskStatus, to: TaskStatus, allowed: readonly TaskStatus[]) {
    super(`A task that is ${from} cannot become ${to}. It can become: ${allowed.join(', ')}`, {
      code: 'invalid_transition',
      details: { from, to },
    });
  }
}

/** A new task: active, at 0 percent unless its progress is given. */
export function createTask(
  init: Pick<Task, 'id' | 'name'> & Partial<Pick<Task, 'status' | 'progress'>>,
): Task {
  const { id, name, status = 'active', progress = 0 } = init;
  return Object.freeze({ id, name, status, progress, history: Object.freeze([]) });
}
