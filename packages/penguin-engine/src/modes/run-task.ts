import type { Run } from '../kernel/run.js';
import type { EngineEvent } from './events.js';
import type { TaskOptions } from './options.js';
import type { EngineResult } from './result.js';
import { startRun } from './start-run.js';

/**
 * Works on a task until the model calls `finish_task`, or something stops it (seed document 003's `run_task`).
 * A finished task has the status `pending_review`: only a person completes it.
 *
 * Publishes `task-started`, `task-progressed`, `task-completed` and `task-failed` beside the events that
 * `runResponse` has. Throws as `runResponse` does.
 */
export function runTask(options: TaskOptions): Run<EngineEvent, EngineResult> {
  return startRun('task', options);
}
