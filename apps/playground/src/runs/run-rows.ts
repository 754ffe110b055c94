import type { RunStore } from '@rlm/journal';

import type { RunStatusName } from '../arguments/run-arguments.js';
import { nameOfModel } from '../models/model-spec.js';
import type { KeptRun } from './find-run.js';
import { asRunSpec } from './run-spec.js';
import { asTaskSpec } from './task-spec.js';

/** A run in a list. */
export interface RunRow {
  readonly id: string;
  readonly status: RunStatusName;
  /** ISO 8601; absent if it is not known. */
  readonly made?: string | undefined;
  /** What was asked, or what is to be done; absent where another program began the run. */
  readonly question?: string | undefined;
  /** The working directory in which it was begun; absent if it is not known. */
  readonly project?: string | undefined;
  /** Present for a task. */
  readonly isTask?: true | undefined;
  /** Whether a person is to review the outcome of a task. */
  readonly waitsForReview?: true | undefined;
  /** Which model it has, in a word. */
  readonly model?: string | undefined;
  /** The number of steps so far; absent if its journal cannot be read. */
  readonly steps?: number | undefined;
  /** Why it ended; absent if it has not. */
  readonly finishReason?: string | undefined;
  /** The run that it was forked from, and the first step that was taken again. */
  readonly from?: { readonly run: string; readonly atStep: number } | undefined;
  /** Who works on it. */
  readonly owner?:
    | { readonly pid: number; readonly host: string; readonly since: number }
    | undefined;
}

/** The runs of a store, the newest first. */
export async function listRuns(
  store: RunStore,
  status: RunStatusName | undefined,
): Promise<readonly RunRow[]> {
  const found: { readonly row: RunRow; readonly made: number }[] = [];
  for await (const info of store.list({ status })) {
    found.push({ row: await rowOf(store, info), made: info.made });
  }
  return found.sort((one, other) => other.made - one.made).map(({ row }) => row);
}

/** A run of a store, as a list shows it. */
export async function rowOf(store: RunStore, info: KeptRun): Promise<RunRow> {
  const { runId: id, made, spec, finishReason, from, owner } = info;
  const task = asTaskSpec(spec);
  const { question, model, project } = asRunSpec(spec) ?? { ...task, question: task?.prompt };
  const steps = info.status === 'corrupt' ? undefined : await stepsOf(store, id);
  return {
    id,
    status: info.status,
    made: made === 0 ? undefined : new Date(made).toISOString(),
    question,
    project,
    isTask: task === undefined ? undefined : true,
    waitsForReview: task !== undefined && info.status === 'suspended' ? true : undefined,
    model: model && nameOfModel(model),
    steps,
    finishReason,
    from,
    owner,
  };
}

/** The last step of the root in a journal. */
async function stepsOf(store: RunStore, id: string): Promise<number | undefined> {
  let steps = 0;
  try {
    for await (const line of store.read(id)) {
      if ('path' in line && line.path === '') steps = Math.max(steps, line.step);
    }
    return steps;
  } catch {
    // A list looks at the ends of a journal only: this one is broken in between, or gone by now.
    return undefined;
  }
}
