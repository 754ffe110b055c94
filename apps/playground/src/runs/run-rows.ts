import type { RunStore } from '@rlm/journal';

import type { RunStatusName } from '../arguments/run-arguments.js';
import { nameOfModel } from '../models/model-spec.js';
import { oneLine } from '../view/text/numbers.js';
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
  /** The beginning of its answer; absent if it has none, or its journal does not have it word by word. */
  readonly answer?: string | undefined;
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
  const { steps, answer } = info.status === 'corrupt' ? {} : await contentsOf(store, id);
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
    answer: finishReason === 'final' ? answer : undefined,
    finishReason,
    from,
    owner,
  };
}

/** The last step of the root in a journal, and the last answer that its code gave. */
async function contentsOf(store: RunStore, id: string): Promise<Pick<RunRow, 'steps' | 'answer'>> {
  let steps = 0;
  let answer: string | undefined;
  try {
    for await (const line of store.read(id)) {
      if (!('path' in line) || line.path !== '') continue;
      if (line.step > steps) answer = undefined;
      steps = Math.max(steps, line.step);
      if (line.t === 'cell') answer = answerIn(line.value) ?? answer;
    }
    return { steps, answer };
  } catch {
    // A list looks at the ends of a journal only: this one is broken in between, or gone by now.
    return {};
  }
}

/** The columns of an answer in a list. */
const answerColumns = 200;

/** What a cell gave as the answer, in one line; undefined if it gave none. A journal may hold anything. */
function answerIn(cell: unknown): string | undefined {
  const { value } = Object(cell) as { readonly value?: unknown };
  const { finalOutput } = Object(value) as { readonly finalOutput?: unknown };
  const { answer } = Object(finalOutput) as { readonly answer?: unknown };
  if (answer === undefined || answer === null) return undefined;
  const { answer: words = answer } = Object(answer) as { readonly answer?: unknown };
  return oneLine(typeof words === 'string' ? words : JSON.stringify(words), answerColumns);
}
