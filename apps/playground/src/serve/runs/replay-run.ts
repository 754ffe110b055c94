import type { RunStore } from '@rlm/journal';
import type { ModelFunction } from '@rlm/penguin-engine/model';

import { readOnlyJournal } from '../../runs/read-only-journal.js';
import { LiveRun, type RunCare, type RunParts } from './live-run.js';

/** Shows a run again that was kept: all that it asked is in its journal, and at the first thing that is not it stops. */
export async function replayRun(
  store: RunStore,
  parts: Omit<RunParts, 'chosen' | 'modelId' | 'isReplay'>,
  care: RunCare,
): Promise<LiveRun> {
  const model: ModelFunction = () => {
    run.stop('what follows was not asked yet');
    return new Promise(() => undefined);
  };
  const chosen = { label: 'replayed', model, subModel: model };
  const run: LiveRun = new LiveRun({ ...parts, chosen, modelId: '', isReplay: true }, care);
  await run.begin(readOnlyJournal(await store.open(parts.id)));
  return run;
}
