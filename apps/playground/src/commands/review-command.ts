import { decide } from '@rlm/journal';

import type { ReviewArguments } from '../arguments/review-arguments.js';
import { readHead } from '../runs/run-spec.js';
import { openRuns } from '../runs/runs.js';
import { asTaskSpec } from '../runs/task-spec.js';
import { findReview } from '../task/find-review.js';
import { resumeTask } from '../task/resume-task.js';
import { UsageError } from '../usage-error.js';
import { openScreen } from './screen.js';

/** A person's word on a task. */
interface Review extends ReviewArguments {
  readonly decision:
    { readonly approved: true } | { readonly approved: false; readonly reason?: string };
}

/** `rlm approve` and `rlm reject`: what a person decided, and what the task makes of it; returns the exit code. */
export async function reviewCommand({ decision, ...args }: Review): Promise<number> {
  const { runId } = args;
  const runs = openRuns(args.runs);
  const spec = asTaskSpec(await readHead(runs, runId));
  if (spec === undefined) {
    throw new UsageError(`the run ${runId} is no task: only what rlm task began is reviewed`);
  }
  const key = await findReview(runs, runId);
  if (key === undefined) {
    throw new UsageError(
      `the task ${runId} does not wait for a review: ${runs.commandFor('resume', runId)} tells how it stands`,
    );
  }
  const before = (): Promise<void> => decide(runs.store, runId, { key, value: decision });
  return resumeTask({ ...args, spec, runs, before }, openScreen());
}
