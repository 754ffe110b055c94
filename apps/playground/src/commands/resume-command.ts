import { findAnswerFile } from '../answer-file.js';
import type { ResumeArguments } from '../arguments/run-arguments.js';
import { requireIsolation } from '../backend.js';
import { movedTo } from '../models/model-spec.js';
import { namingOf } from '../models/named-endpoint.js';
import { explainFault } from '../runs/explain.js';
import { openAgain } from '../runs/open-again.js';
import { readKept } from '../runs/run-spec.js';
import { requireYes } from '../runs/require-yes.js';
import { openRuns } from '../runs/runs.js';
import { openTextAgain } from '../runs/text-files.js';
import { saveTrajectory } from '../save-trajectory.js';
import { resumeTask } from '../task/resume-task.js';
import { UsageError } from '../usage-error.js';
import { answer } from './answer.js';
import { openScreen } from '../render/screen.js';

/** `rlm resume`: goes on with a run, or gives the result of one that has ended; returns the exit code. */
export async function resumeCommand(args: ResumeArguments): Promise<number> {
  const { runId, takeOver, isYes } = args;
  const runs = openRuns(args.runs);
  const screen = openScreen(args);
  const kept = await readKept(runs, runId);
  const spec = { ...kept, model: movedTo(args.said.baseUrl, kept.model) };
  await requireYes({ runs, runId, spec, isYes });
  if (spec.by === 'rlm task') {
    const { save, shown, answerFile } = args;
    if (answerFile !== undefined) {
      throw new UsageError(`the run ${runId} is a task: --output takes the answer of a question`);
    }
    const again = {
      runId,
      spec,
      runs,
      naming: namingOf(args),
      save,
      output: shown.output,
      takeOver,
    };
    return resumeTask(again, screen);
  }
  const answerFile = await findAnswerFile(args.answerFile);
  const { question, text: files } = spec;
  await requireIsolation(spec.settings);
  const text = await openTextAgain(files);
  const chosen = await openAgain(
    { runs, runId, model: spec.model },
    { question, ...namingOf(args) },
  );
  try {
    const journal = await runs.store.open(runId, { takeOver });
    const saved = await saveTrajectory(args.save);
    const settings = { ...spec.settings, ...args.shown };
    return await answer(
      { question, text, chosen, settings, saved, answerFile, run: { runs, journal } },
      screen,
    );
  } catch (error) {
    const told = explainFault(error, { runs, runId });
    if (told === undefined) throw error;
    screen.line.print(`rlm: ${told}\n`);
    return 1;
  }
}
