import { beginTask, taskTools, type TaskRun } from './begin-task.js';

/** Shows a task again: what its tools read is in its journal, and no file is looked at. */
export function replayTask(task: Omit<Parameters<typeof beginTask>[0], 'tools'>): TaskRun {
  const read = (): Promise<never> =>
    Promise.reject(new Error('A task that is shown again reads nothing.'));
  return beginTask({ ...task, tools: taskTools({ list: read, read }) });
}
