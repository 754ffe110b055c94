import type { RunStore } from '@rlm/journal';

import { readOnlyJournal } from '../../runs/read-only-journal.js';
import { replayModel } from '../../runs/replay-model.js';
import { LiveRun, type RunCare, type RunParts } from './live-run.js';

/** Shows a run again that was kept: all that it asked is in its journal, and at the first thing that is not it stops. */
export async function replayRun(
  store: RunStore,
  parts: Omit<RunParts, 'chosen' | 'isReplay'>,
  care: RunCare,
): Promise<LiveRun> {
  const chosen = replayModel(parts.spec.model, (reason) => {
    run.stop(reason);
  });
  const run: LiveRun = new LiveRun({ ...parts, chosen, isReplay: true }, care);
  await run.begin(readOnlyJournal(await store.open(parts.id)));
  return run;
}
