import { RlmError } from '@rlm/repl-types';
import {
  checkOptions,
  fields,
  listOf,
  oneOf,
  required,
  rule,
  someText,
  text,
  type OptionRule,
} from '@rlm/repl-types/options';
import { anything, checkOption, refuseOption, shape } from '@rlm/repl-types/internal';

/** Where a task can stand. */
const taskStatuses = [
  'active',
  'running',
  'pending_review',
  'completed',
  'cancelled',
  'failed',
  'archived',
] as const;

/** Where a task stands. Only a person's approval makes one `completed` after a run. */
export type TaskStatus = (typeof taskStatuses)[number];

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

/** What a task is made of; the rest has defaults. */
export type TaskInit = Pick<Task, 'id' | 'name'> & Partial<Pick<Task, 'status' | 'progress'>>;

/** A change that the life cycle does not know, or that is not this function's to make. */
export class InvalidTransitionError extends RlmError<
  'invalid_transition',
  { readonly from: TaskStatus; readonly to: TaskStatus }
> {
  static override readonly className: string = 'InvalidTransitionError';

  /** `why` begins after "A task that is active ". */
  constructor(from: TaskStatus, to: TaskStatus, why: string) {
    super(`A task that is ${from} ${why}`, { code: 'invalid_transition', details: { from, to } });
  }
}

const taskRule = (): OptionRule =>
  fields<TaskInit>({
    id: required(someText),
    name: required(text),
    status: oneOf(...taskStatuses),
    progress: rule(
      'a number from 0 to 100',
      (value) => typeof value === 'number' && value >= 0 && value <= 100,
    ),
  });

/** Throws `InvalidOptionError` for what is no task. */
export function checkTask(task: unknown): void {
  const expected = 'a task (createTask)';
  const rules = { status: required(oneOf(...taskStatuses)), history: required(listOf(anything)) };
  checkOption('task', task, required(shape(expected, rules)), refuseOption);
}

/** A new task: active, at 0 percent unless its progress is given. */
export function createTask(init: TaskInit): Task {
  checkOptions(init, required(taskRule()), refuseOption);
  const { id, name, status = 'active', progress = 0 } = init;
  return Object.freeze({ id, name, status, progress, history: Object.freeze([]) });
}
