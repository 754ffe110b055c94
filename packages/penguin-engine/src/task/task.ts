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

/** The status of a task. After a run, only a person's approval makes it `completed`. */
export type TaskStatus =
  | 'active'
  | 'running'
  | 'pending_review'
  | 'completed'
  | 'cancelled'
  | 'failed'
  | 'archived';

const taskStatuses = Object.keys({
  active: true,
  running: true,
  pending_review: true,
  completed: true,
  cancelled: true,
  failed: true,
  archived: true,
} satisfies Record<TaskStatus, true>) as readonly TaskStatus[];

/** One change of a task's status. */
export interface TaskChange {
  /** The status before. */
  readonly from: TaskStatus;
  /** The status after. */
  readonly to: TaskStatus;
  /** Why it changed, in the words of whoever changed it. */
  readonly reason?: string | undefined;
  /** The person who decided in a review. */
  readonly reviewer?: string | undefined;
}

/** A task as data: every change returns a new one. */
export interface Task {
  /** Chosen by the caller. */
  readonly id: string;
  /** A name for people. */
  readonly name: string;
  /** The current status. */
  readonly status: TaskStatus;
  /** In percent; 100 once it is completed. */
  readonly progress: number;
  /** Its changes, oldest first. */
  readonly history: readonly TaskChange[];
}

/** The input of `createTask`; the other fields have defaults. */
export interface TaskInit extends Pick<Task, 'id' | 'name'> {
  /** Default: `active`. */
  readonly status?: TaskStatus | undefined;
  /** From 0 to 100. Default: 0. */
  readonly progress?: number | undefined;
}

/** A change that the life cycle does not allow, or that this function does not make. */
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

/** Throws `InvalidOptionError` for a value that is not a task. */
export function checkTask(task: unknown): void {
  const expected = 'a task (createTask)';
  const rules = { status: required(oneOf(...taskStatuses)), history: required(listOf(anything)) };
  checkOption('task', task, required(shape(expected, rules)), refuseOption);
}

/** Creates a task: active, at 0 percent, unless `init` says otherwise. */
export function createTask(init: TaskInit): Task {
  checkOptions(init, required(taskRule()), refuseOption);
  const { id, name, status = 'active', progress = 0 } = init;
  return Object.freeze({ id, name, status, progress, history: Object.freeze([]) });
}
