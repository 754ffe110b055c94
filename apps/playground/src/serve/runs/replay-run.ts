import type { RunStore } from '@rlm/journal';

import { replayModel, whyNoMore } from '../../runs/replay-model.js';
import type { KeptInfo } from './kept-info.js';
import { LiveRun, type RunCare, type RunParts } from './live-run.js';

/**
 * Shows a run again that was kept: all that it asked is in its journal, and at the first thing that is not it stops. The run stays as
 * it is, whoever works on it.
 */
export async function replayRun(
  store: RunStore,
  parts: Omit<RunParts, 'replayOf'>,
  kept: KeptInfo,
  care: RunCare,
): Promise<LiveRun> {
  const run = new LiveRun({ ...parts, replayOf: kept }, care);
  const chosen = replayModel(parts.spec.model, () => {
    run.stop(whyNoMore(kept));
  });
  await run.begin(chosen, await store.open(parts.id, { readOnly: true }));
  return run;
}
