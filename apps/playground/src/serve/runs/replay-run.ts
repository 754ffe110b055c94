import type { RunStore } from '@rlm/journal';
import type { RunJournal } from '@rlm/penguin-engine/kernel';
import type { ModelFunction } from '@rlm/penguin-engine/model';

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
  await run.begin(readOnly(await store.open(parts.id)));
  return run;
}

/** A journal that gives what it has, and takes nothing. */
function readOnly(journal: RunJournal): RunJournal {
  return {
    runId: journal.runId,
    seed: journal.seed,
    nonce: journal.nonce,
    elapsedMs: journal.elapsedMs,
    ...(journal.forkedAt === undefined ? {} : { forkedAt: journal.forkedAt }),
    begin: (head) => {
      journal.begin(head);
    },
    stream: (path) => ({
      recorded: journal.stream(path).recorded,
      append: () => Promise.resolve(),
    }),
    readBlob: (ref) => journal.readBlob(ref),
    end: () => Promise.resolve(),
    close: () => journal.close(),
  };
}
