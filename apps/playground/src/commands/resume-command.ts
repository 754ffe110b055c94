import type { ResumeArguments } from '../arguments/run-arguments.js';
import { explainFault } from '../runs/explain.js';
import { openAgain } from '../runs/open-again.js';
import { readHead, readSpec } from '../runs/run-spec.js';
import { openRuns } from '../runs/runs.js';
import { asTaskSpec } from '../runs/task-spec.js';
import { readTextAgain } from '../runs/text-files.js';
import { saveTrajectory } from '../save-trajectory.js';
import { resumeTask } from '../task/resume-task.js';
import { answer } from './answer.js';
import { openScreen } from './screen.js';

/** `rlm resume`: goes on with a run, or gives the result of one that has ended; returns the exit code. */
export async function resumeCommand(args: ResumeArguments): Promise<number> {
  const { runId, takeOver } = args;
  const runs = openRuns(args.runs);
  const screen = openScreen();
  const task = asTaskSpec(await readHead(runs, runId));
  if (task !== undefined) {
    const { baseUrl, save, shown } = args;
    const again = { runId, spec: task, runs, baseUrl, save, output: shown.output, takeOver };
    return resumeTask(again, screen);
  }
  const spec = await readSpec(runs, runId);
  const { question, text: files } = spec;
  const text = await readTextAgain(files);
  const chosen = await openAgain(
    { runs, runId, model: spec.model },
    { question, environment: process.env, baseUrl: args.baseUrl, say: screen.sayByHand },
  );
  try {
    const journal = await runs.store.open(runId, { takeOver });
    const saved = await saveTrajectory(args.save);
    const settings = { ...spec.settings, ...args.shown };
    return await answer(
      { question, text, chosen, settings, saved, run: { runs, journal } },
      screen,
    );
  } catch (error) {
    const told = explainFault(error, { runs, runId });
    if (told === undefined) throw error;
    screen.line.print(`rlm: ${told}\n`);
    return 1;
  }
}
