import type { ResumeArguments } from '../arguments/run-arguments.js';
import { movedTo } from '../models/model-spec.js';
import { openModel } from '../models/open-model.js';
import { explainFault } from '../runs/explain.js';
import { readSpec } from '../runs/run-spec.js';
import { openRuns } from '../runs/runs.js';
import { readTextAgain } from '../runs/text-files.js';
import { answer } from './answer.js';
import { openScreen } from './screen.js';

/** `rlm resume`: goes on with a run, or gives the result of one that has ended; returns the exit code. */
export async function resumeCommand(args: ResumeArguments): Promise<number> {
  const { runId, takeOver } = args;
  const runs = openRuns(args.runs);
  const spec = await readSpec(runs, runId);
  const { question, text: files } = spec;
  const text = await readTextAgain(files);
  const screen = openScreen();
  const chosen = await openModel(movedTo(args.baseUrl, spec.model), {
    question,
    environment: process.env,
    say: screen.sayByHand,
    isResumed: true,
  });
  try {
    const journal = await runs.store.open(runId, { takeOver });
    const settings = { ...spec.settings, ...args.shown };
    return await answer(
      { question, text, chosen, settings, save: args.save, run: { runs, journal } },
      screen,
    );
  } catch (error) {
    const told = explainFault(error, { runs, runId });
    if (told === undefined) throw error;
    screen.line.print(`rlm: ${told}\n`);
    return 1;
  }
}
