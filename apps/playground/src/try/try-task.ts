import type { Budget } from '@rlm/kernel';
import { runRlm, type RlmEvent, type RlmResult, type Run } from '@rlm/runner';

import type { TryArguments } from '../arguments/try-arguments.js';
import { howToAsk } from '../ask.js';
import type { ChosenModel } from '../models/choose-model.js';
import { newRunId } from '../runs/new-run-id.js';
import { specOf, type AskSettings } from '../runs/run-spec.js';
import type { Runs } from '../runs/runs.js';
import { standardSchemaOf } from '../schema/standard-schema.js';
import { askDirectly } from './ask-directly.js';
import { keepText, textOf } from './keep-text.js';
import { scoreOfCall, scoreOfRun, type Tried } from './score.js';
import type { TryTask } from './task.js';

/** How a model is tried. */
export interface TryOptions {
  readonly args: TryArguments;
  readonly chosen: ChosenModel;
  /** Where runs are kept; undefined: nowhere. */
  readonly runs: Runs | undefined;
  /** What all tasks may spend together; undefined: no limit. */
  readonly budget: Budget | undefined;
  readonly abortSignal: AbortSignal;
  readonly onRun: (run: Run<RlmEvent, RlmResult>) => void;
  readonly onIsolationMissing: (words: string) => void;
}

/** Asks the question of a task, with `window` directly too, and values the answers. `result` is that of the run. */
export async function tryTask(
  { name, make }: TryTask,
  options: TryOptions,
): Promise<{ readonly tried: Tried; readonly result: RlmResult }> {
  const { args, chosen, runs, budget, abortSignal, onRun, onIsolationMissing } = options;
  const { seed, window, maxSteps, maxSubQueries, timeoutMs, prices, language } = args;
  const { concurrency, retries, callTimeoutMs, temperature } = args;
  const question = make(seed);
  const { query, schema } = question;
  const settings: AskSettings = {
    ...{ output: 'text', history: false, language, schema, maxSteps, maxSubQueries, timeoutMs },
    ...{ prices, concurrency, retries, callTimeoutMs, temperature },
    requireIsolation: args.requireIsolation ? true : undefined,
  };
  const text = runs && (await keepText(name, question, runs.folder));
  const about = { question: query, project: process.cwd(), model: chosen.spec, settings };
  const journal =
    text && (await runs.store.create({ runId: newRunId(), spec: specOf({ ...about, text }) }));
  const session = { ...settings, ...chosen, text: textOf(question), onIsolationMissing };
  const run = runRlm({
    ...(await howToAsk(session)),
    schema: schema && standardSchemaOf(schema),
    ...{ query, budget, abortSignal, journal },
  });
  onRun(run);
  const result = await run.result;
  const isPriced = prices !== undefined;
  const runId = journal?.runId ?? null;
  const tried = { task: name, ...scoreOfRun(question, result, isPriced), runId };
  if (window === undefined || isOver(tried) || abortSignal.aborted) return { tried, result };
  const asked = { ...settings, model: chosen.model, window, budget, abortSignal };
  const { outcome, fitted } = await askDirectly(question, asked);
  const direct = { ...scoreOfCall(question, outcome, isPriced), fitted };
  return { tried: { ...tried, direct }, result };
}

/** Whether a task came to nothing at its first call, as all others would: nothing answers, or the limit is reached. */
export const isOver = ({ answer, steps }: Tried): boolean => answer === null && steps === 0;
