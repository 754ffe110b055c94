import type { RunStore } from '@rlm/journal';

import { readOnlyJournal } from '../../runs/read-only-journal.js';
import { replayModel } from '../../runs/replay-model.js';
import { LiveRun, type RunCare, type RunParts } from './live-run.js';

/** Shows a run again that was kept: all that it asked is in its journal, and at the first thing that is not it stops. */
export async function replayRun(
  store: RunStore,
  parts: Omit<RunParts, 'isReplay'>,
  care: RunCare,
): Promise<LiveRun> {
  const run = new LiveRun({ ...parts, isReplay: true }, care);
  const chosen = replayModel(parts.spec.model, (reason) => {
    run.stop(reason);
  });
  await run.begin(chosen, readOnlyJournal(await store.open(parts.id)));
  return run;
}
