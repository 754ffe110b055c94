import { requireIsolation } from '../backend.js';
import type { Screen } from '../render/screen.js';
import type { Naming } from '../models/named-endpoint.js';
import { explainFault } from '../runs/explain.js';
import { openAgain } from '../runs/open-again.js';
import type { Runs } from '../runs/runs.js';
import type { TaskSettings } from '../arguments/task-arguments.js';
import type { TaskSpec } from '../runs/task-spec.js';
import { saveTrajectory } from '../save-trajectory.js';
import { workOnTask } from './work-on-task.js';

/** Which task goes on, and how. */
interface ResumedTask {
  readonly runId: string;
  readonly spec: TaskSpec;
  readonly runs: Runs;
  readonly naming: Naming;
  readonly save: string | undefined;
  readonly output: TaskSettings['output'] | undefined;
  readonly takeOver?: boolean;
  /** Done before the journal is opened: what a person has decided is written. */
  readonly before?: () => Promise<void>;
}

/** Continues a task, or shows its outcome again; returns the exit code. */
export async function resumeTask(task: ResumedTask, screen: Screen): Promise<number> {
  const { runId, spec, runs, naming, save, output, takeOver = false, before } = task;
  await requireIsolation(spec.settings);
  const chosen = await openAgain(
    { runs, runId, model: spec.model },
    { question: spec.prompt, ...naming },
  );
  const saved = await saveTrajectory(save);
  try {
    await before?.();
    const journal = await runs.store.open(runId, { takeOver });
    const settings = { ...spec.settings, output: output ?? spec.settings.output };
    return await workOnTask({ spec: { ...spec, settings }, chosen, runs, journal, saved }, screen);
  } catch (error) {
    const told = explainFault(error, { runs, runId });
    if (told === undefined) throw error;
    screen.line.print(`rlm: ${told}\n`);
    return 1;
  }
}
