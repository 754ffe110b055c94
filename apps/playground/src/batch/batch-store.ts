import type { QuestionStore } from '@rlm/runner/many';

import { readHead, type RunSpec } from '../runs/run-spec.js';
import type { Runs } from '../runs/runs.js';
import { hasOwnSeal, sealSpec } from '../trust/seal.js';
import { UsageError } from '../usage-error.js';

/**
 * The runs of a batch in the folder of all runs: each is kept as `rlm ask` keeps it, and one that another program, or another user,
 * has written does not go on.
 */
export function batchStore(runs: Runs, specFor: (runId: string) => RunSpec): QuestionStore {
  return {
    create: async ({ runId }) =>
      runs.store.create({ runId, spec: await sealSpec(runId, specFor(runId)) }),
    async open(runId) {
      const spec = await readHead(runs, runId);
      if (typeof spec !== 'object' || spec === null || !(await hasOwnSeal(runId, spec))) {
        throw new UsageError(
          `the run ${runId} was not written by you on this machine: give the question another id, or name another folder with --runs`,
        );
      }
      return runs.store.open(runId);
    },
  };
}
