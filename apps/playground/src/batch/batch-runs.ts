import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import type { BudgetOptions } from '@rlm/kernel';
import type { QuestionStore } from '@rlm/runner';

import { asRunSpec, type RunSpec } from '../runs/run-spec.js';
import type { Runs } from '../runs/runs.js';
import type { BatchQuestion } from './read-questions.js';

/** The run of a question. */
interface BatchRun {
  readonly runId: string;
  readonly spec: RunSpec;
}

/** The runs of a batch in the folder of all runs: each is kept as `rlm ask` keeps it. */
export interface BatchRuns {
  readonly store: QuestionStore;
  /** Those that are there already, and will go on. */
  readonly kept: readonly BatchRun[];
}

/**
 * Finds the runs of questions. A question's id is that of its run, unless that is the run of another question, or of the same one about
 * another text: the questions of two projects may have the same ids.
 */
export async function batchRuns(
  { store }: Runs,
  questions: readonly BatchQuestion[],
  specFor: (question: BatchQuestion) => RunSpec,
): Promise<BatchRuns> {
  const there = new Map<string, unknown>();
  for await (const { runId, spec } of store.list()) there.set(runId, spec);
  const isSame = (spec: unknown, wanted: RunSpec): boolean => {
    const found = asRunSpec(spec);
    return found?.question === wanted.question && isDeepStrictEqual(found.text, wanted.text);
  };
  const runs = new Map(
    questions.map((question) => {
      const { id } = question;
      const spec = specFor(question);
      const isTaken = there.has(id) && !isSame(there.get(id), spec);
      return [id, { runId: isTaken ? `${id}-${digestOf(spec)}` : id, spec }] as const;
    }),
  );
  const runOf = (id: string): BatchRun => {
    const run = runs.get(id);
    if (run === undefined) throw new Error(`the batch has no question ${id}`);
    return run;
  };
  return {
    kept: [...runs.values()].filter(({ runId }) => there.has(runId)),
    store: {
      create: ({ runId }) => store.create(runOf(runId)),
      open: (runId) => store.open(runOf(runId).runId),
    },
  };
}

const digestOf = ({ question, text }: RunSpec): string =>
  createHash('sha256')
    .update(JSON.stringify([question, text]))
    .digest('hex')
    .slice(0, 8);

/** Where the budget of a batch is kept: one account for the same questions about the same texts, however often the job is started. */
export function accountOf(
  { store }: Runs,
  questions: readonly BatchQuestion[],
  about: string,
): Pick<BudgetOptions, 'id' | 'store'> {
  const asked = questions.map(({ id, query }) => [id, query]);
  const digits = createHash('sha256')
    .update(JSON.stringify([about, asked]))
    .digest('hex');
  return { id: `batch-${digits.slice(0, 16)}`, store };
}
