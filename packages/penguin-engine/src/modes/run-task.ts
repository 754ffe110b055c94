import type { Run } from '../kernel/create-run.js';
import type { EngineEvent } from './events.js';
import type { TaskOptions } from './options.js';
import type { TaskResult } from './result.js';
import { startRun } from './start-run.js';

/**
 * Works on a task until the model calls `finish_task`, or something stops it (seed document 003's `run_task`).
 * A finished task has the status `pending_review`: only a person completes it. `result.task` is the task, moved through its
 * states, for `approve`, `reject`, and the next run.
 *
 * Publishes `task-started`, `task-progressed`, `task-completed` and `task-failed` beside the events that
 * `runResponse` has. Throws as `runResponse` does.
 */
export function runTask(options: TaskOptions): Run<EngineEvent, TaskResult> {
  // In this mode every result has its task.
  return startRun('task', options) as Run<EngineEvent, TaskResult>;
}
