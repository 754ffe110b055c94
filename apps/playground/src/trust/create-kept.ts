import type { RunJournal } from '@rlm/kernel';

import { newRunId } from '../runs/new-run-id.js';
import type { RunSpec } from '../runs/run-spec.js';
import type { Runs } from '../runs/runs.js';
import type { TaskSpec } from '../runs/task-spec.js';
import { sealSpec } from './seal.js';

/** The journal of a new run, which its user knows again. */
export async function createKept(
  { store }: Pick<Runs, 'store'>,
  spec: RunSpec | TaskSpec,
): Promise<RunJournal> {
  const runId = newRunId();
  return store.create({ runId, spec: await sealSpec(runId, spec) });
}
