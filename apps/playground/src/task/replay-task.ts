import { beginTask, taskTools, type TaskRun } from './begin-task.js';

/**
 * Shows a task again: what its tools read is in its journal, and no file is looked at.
 *
 * @param stop Called when a tool is to read something: the task has reached its recorded end.
 */
export function replayTask(
  task: Omit<Parameters<typeof beginTask>[0], 'tools'>,
  stop: () => void,
): TaskRun {
  const read = (): Promise<never> => {
    stop();
    return new Promise(() => undefined);
  };
  return beginTask({ ...task, tools: taskTools({ list: read, read }) });
}
