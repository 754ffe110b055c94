import type { RunStore } from '@rlm/journal';

import { beginToAsk } from '../../ask.js';
import type { TaskRun } from '../../task/begin-task.js';
import { replayTask } from '../../task/replay-task.js';
import { replayModel } from '../../runs/replay-model.js';
import type { KeptInfo } from './kept-info.js';
import {
  LiveRun,
  type OnGrowth,
  type RunCare,
  type RunParts,
  type StartedRun,
} from './live-run.js';

/**
 * Shows a run again that was kept: everything that it asked is in its journal, which ends it there. The run stays as it is, whoever
 * works on it.
 */
export async function replayRun(
  store: RunStore,
  parts: Omit<RunParts, 'replayOf'>,
  kept: KeptInfo,
  care: RunCare,
  onGrowth: OnGrowth,
): Promise<LiveRun> {
  const run = new LiveRun({ ...parts, replayOf: kept }, care, onGrowth);
  const { spec, text } = parts;
  const chosen = replayModel(spec.model);
  await run.begin(
    (given) =>
      spec.by === 'rlm task'
        ? Promise.resolve(outcomeOf(replayTask({ spec, model: chosen.model, ...given })))
        : beginToAsk({ ...spec.settings, ...chosen, question: spec.question, text, ...given }),
    await store.open(parts.id, { readOnly: true }),
  );
  return run;
}

/** A task as a run with an answer. */
function outcomeOf(run: TaskRun): StartedRun {
  const result = run.result.then(({ finishSummary, status, durationMs, usage }) => ({
    answer: finishSummary ?? null,
    finishReason: status,
    durationMs,
    usage,
  }));
  return { [Symbol.asyncIterator]: () => run[Symbol.asyncIterator](), result };
}
