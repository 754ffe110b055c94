import { forkRun, type RunStore } from '@rlm/journal';
import type { RunJournal } from '@rlm/penguin-engine/kernel';

import { newRunId } from '../../runs/new-run-id.js';
import type { RunSpec } from '../../runs/run-spec.js';
import type { ForkRun, RunInfo } from '../api.js';

/** A journal that begins as another run did. */
export async function forkAs(
  store: RunStore,
  id: string,
  { atStep, reply }: ForkRun,
  spec: RunSpec,
): Promise<{
  readonly journal: RunJournal;
  readonly runId: string;
  readonly from: NonNullable<RunInfo['from']>;
}> {
  const runId = newRunId();
  const replied = reply === undefined ? {} : { reply };
  const journal = await forkRun(store, id, { atStep, ...replied, runId, spec });
  return { journal, runId, from: { run: id, atStep } };
}
