import type { TaskArguments } from '../arguments/task-arguments.js';
import { requireIsolation } from '../backend.js';
import { chooseModel } from '../models/choose-model.js';
import { namingOf } from '../models/named-endpoint.js';
import { newRunId } from '../runs/new-run-id.js';
import { makeOwnFolder, openRuns } from '../runs/runs.js';
import { taskSpecOf } from '../runs/task-spec.js';
import { saveTrajectory } from '../save-trajectory.js';
import { openFolder } from '../task/open-folder.js';
import { workOnTask } from '../task/work-on-task.js';
import { UsageError } from '../usage-error.js';
import { openScreen } from '../render/screen.js';

/** `rlm task`: has a model work on a task; returns the exit code. */
export async function taskCommand(args: TaskArguments): Promise<number> {
  const { prompt, folder, settings, save } = args;
  const screen = openScreen();
  await requireIsolation(settings);
  await openFolder(folder, settings);
  const chosen = await chooseModel({
    ...args.model,
    question: prompt,
    ...namingOf(args.model),
  });
  if (chosen.spec.kind === 'planner') {
    throw new UsageError(
      'a task needs a model, and none is found: name one with --base-url (rlm doctor tells more)',
    );
  }
  const runs = openRuns(args.runs);
  const spec = taskSpecOf({
    ...{ prompt, project: process.cwd(), folder },
    ...{ model: chosen.spec, settings },
  });
  const saved = await saveTrajectory(save);
  await makeOwnFolder(runs);
  const journal = await runs.store.create({ runId: newRunId(), spec });
  return workOnTask({ spec, chosen, runs, journal, saved }, screen);
}
