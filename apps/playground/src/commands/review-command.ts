import { decide, waitsOf } from '@rlm/journal';

import type { ReviewArguments } from '../arguments/review-arguments.js';
import { movedTo } from '../models/model-spec.js';
import { namingOf } from '../models/named-endpoint.js';
import { readKept } from '../runs/run-spec.js';
import { requireYes } from '../runs/require-yes.js';
import { openRuns, type Runs } from '../runs/runs.js';
import { resumeTask } from '../task/resume-task.js';
import { UsageError } from '../usage-error.js';
import { openScreen } from '../render/screen.js';

/** A person's word on a task. */
interface Review extends ReviewArguments {
  readonly decision:
    | { readonly approved: true }
    | { readonly approved: false; readonly reason?: string | undefined };
}

/** `rlm approve` and `rlm reject`: what a person decided, and what the task makes of it; returns the exit code. */
export async function reviewCommand({ decision, ...args }: Review): Promise<number> {
  const { runId, isYes } = args;
  const runs = openRuns(args.runs);
  const kept = await readKept(runs, runId);
  if (kept.by !== 'rlm task') {
    throw new UsageError(`the run ${runId} is not a task: only tasks of rlm task are reviewed`);
  }
  const key = await findReview(runs, runId);
  if (key === undefined) {
    throw new UsageError(
      `the task ${runId} does not wait for a review: ${runs.commandFor('resume', runId)} shows its status`,
    );
  }
  const spec = { ...kept, model: movedTo(args.said.baseUrl, kept.model) };
  await requireYes({ runs, runId, spec, isYes });
  const before = (): Promise<void> => decide(runs.store, runId, { key, value: decision });
  return resumeTask({ ...args, naming: namingOf(args), spec, runs, before }, openScreen());
}

/** The key of the review that a task waits for, or undefined. */
async function findReview({ store }: Runs, runId: string): Promise<string | undefined> {
  const waits = await waitsOf(store, runId);
  // A key is path/step/kind/hash.
  return waits.findLast(({ key }) => key.includes('/review/'))?.key;
}
