import { createHash } from 'node:crypto';

import type { BudgetOptions } from '@rlm/kernel';
import type { QuestionStore } from '@rlm/runner';

import { readHead, type RunSpec } from '../runs/run-spec.js';
import type { Runs } from '../runs/runs.js';
import { hasOwnSeal, sealSpec } from '../trust/seal.js';
import { UsageError } from '../usage-error.js';
import type { BatchQuestion } from './read-questions.js';

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

/** Where the budget of a batch is kept: one account for the same questions, however often the job is started. */
export function accountOf(
  { store }: Runs,
  questions: readonly BatchQuestion[],
): Pick<BudgetOptions, 'id' | 'store'> {
  const asked = questions.map(({ id, query }) => [id, query]);
  const digits = createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16);
  return { id: `batch-${digits}`, store };
}
