import { createBudget, type Budget, type BudgetOptions } from '@rlm/kernel';
import { runMany, type QuestionResult } from '@rlm/runner';

import { requireNoInput } from '../answer-file.js';
import type { BatchArguments } from '../arguments/batch-arguments.js';
import { howToAsk } from '../ask.js';
import { requireNames } from '../ask-names.js';
import { requireIsolation } from '../backend.js';
import { accountOf, batchRuns } from '../batch/batch-runs.js';
import { readQuestions } from '../batch/read-questions.js';
import { openOwnFile } from '../files/own-file.js';
import { listenForInterrupt } from '../interrupt.js';
import { chooseModel } from '../models/choose-model.js';
import { namingOf } from '../models/named-endpoint.js';
import { readText } from '../read-text.js';
import { createBatchProgress } from '../render/batch-progress.js';
import { noteOf } from '../render/run-renderer.js';
import { isolationLine } from '../render/isolation-line.js';
import { toJsonLine } from '../render/json-line.js';
import { modelLine } from '../render/model-line.js';
import { openScreen } from '../render/screen.js';
import { requireYes } from '../runs/require-yes.js';
import { specOf, type AskSettings } from '../runs/run-spec.js';
import { makeOwnFolder, openRuns } from '../runs/runs.js';
import { requireOutside, textFilesOf } from '../runs/text-files.js';
import { readSchemaFile } from '../schema/read-schema-file.js';
import { standardSchemaOf } from '../schema/standard-schema.js';
import { UsageError } from '../usage-error.js';
import { counted, grouped } from '../view/text/numbers.js';

/** `rlm batch`: answers many questions, and returns the exit code. */
export async function batchCommand(args: BatchArguments): Promise<number> {
  const screen = openScreen();
  const { line, style } = screen;
  const say = (words: string): void => {
    line.print(`${words}\n`);
  };
  if (args.runs !== undefined) requireOutside('--runs', args.runs, args.paths);
  if (args.output !== undefined) {
    await requireNoInput(args.output, [args.questions, args.schemaFile, ...args.paths]);
    requireOutside('--output', args.output, args.paths);
  }
  await requireIsolation(args);
  const schema = args.schemaFile === undefined ? undefined : await readSchemaFile(args.schemaFile);
  const text = await readText(args.paths, { all: args.all });
  const files = textFilesOf(text.parts);
  if (args.journal && files === undefined) {
    throw new UsageError(
      'stdin cannot be read again, so that its runs cannot be kept: save it to a file first, or add --no-journal',
    );
  }
  const about = JSON.stringify(files ?? 'stdin');
  const questions = await readQuestions(args.questions, about);
  const chosen = await chooseModel({
    ...args,
    ...{ planner: false, question: '', ...namingOf(args) },
  });
  if (chosen.spec.kind !== 'endpoint') {
    throw new UsageError('there is no model for a batch: name one with --base-url');
  }
  const { maxTokens, maxCostUsd, maxSteps, maxSubQueries, timeoutMs, prices, language } = args;
  const { retries, callTimeoutMs, temperature } = args;
  const settings: AskSettings = {
    ...{ output: 'text', history: false, language, schema },
    ...{ maxSteps, maxSubQueries, timeoutMs, prices, retries, callTimeoutMs, temperature },
    requireIsolation: args.requireIsolation ? true : undefined,
  };
  const session = {
    ...{ ...settings, ...chosen, text },
    onIsolationMissing(words: string) {
      if (!args.quiet) say(isolationLine(words, style));
    },
  };
  await requireNames(session);
  const runs = args.journal && files !== undefined ? openRuns(args.runs) : undefined;
  const kept =
    runs === undefined || files === undefined
      ? undefined
      : await batchRuns(runs, questions, ({ query: question }) =>
          specOf({
            ...{ question, project: process.cwd(), text: files },
            ...{ model: chosen.spec, settings },
          }),
        );
  const [first] = kept?.kept ?? [];
  if (runs !== undefined && first !== undefined) {
    await requireYes({ runs, runId: first.runId, spec: first.spec, isYes: args.isYes });
  }
  const written = await openOutput(args.output);
  const goOn = (): void => {
    if (args.journal) say('To go on, start the same command again: what was answered is kept.');
  };
  const interrupt = listenForInterrupt(goOn);
  if (!args.quiet) {
    say(`${style.bold('Questions:')} ${grouped(questions.length)} of ${args.questions}`);
    say(`${style.bold('Text:')} ${text.label}, ${counted(text.characters, 'character')}`);
    say(modelLine(chosen, style));
  }

  if (runs !== undefined) await makeOwnFolder(runs);
  const progress = createBatchProgress(questions.length, screen, {
    isQuiet: args.quiet,
    isPriced: prices !== undefined,
  });
  const job = runMany(questions, {
    ...(await howToAsk(session)),
    schema: schema && standardSchemaOf(schema),
    store: kept?.store,
    budget: budgetOf({ maxTokens, maxCostUsd, ...(runs && accountOf(runs, questions, about)) }),
    concurrency: args.concurrency,
    abortSignal: interrupt.signal,
  });
  if (!args.quiet) line.follow(job, { total: questions.length });
  try {
    for await (const result of job) {
      // An interrupted question has no result yet.
      if (result.result?.finishReason === 'aborted' || interrupt.signal.aborted) continue;
      await written.write(`${toJsonLine(resultLine(result))}\n`);
      progress.add(result);
    }
  } finally {
    interrupt.stop();
    line.close();
    await written.close();
  }
  const { text: summary, isWhole } = progress.summary();
  say(summary);
  if (!isWhole) goOn();
  if (interrupt.signal.aborted) return 130;
  return isWhole ? 0 : 1;
}

/** The budget of all questions; undefined if nothing limits them and no store counts for them. */
function budgetOf(options: BudgetOptions): Budget | undefined {
  const isGiven = Object.values(options).some((value) => value !== undefined);
  return isGiven ? createBudget(options) : undefined;
}

/** What is written of a question. */
function resultLine({ id, query, result, error }: QuestionResult): object {
  if (result === null) return { id, query, answer: null, error: error?.message ?? null };
  const { answer, value, finishReason, stop, usage, durationMs } = result;
  const told = stop === null ? null : stop.message;
  const line = { id, query, answer, value, finishReason, usage: usage.total, durationMs };
  const note = noteOf(result);
  return { ...line, error: told, note };
}

/** Where results go. Throws {@link UsageError} if the file cannot be written. */
async function openOutput(file: string | undefined): Promise<{
  readonly write: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
}> {
  if (file === undefined) {
    return {
      write: (text) =>
        new Promise((resolve) => {
          process.stdout.write(text, () => {
            resolve();
          });
        }),
      close: () => Promise.resolve(),
    };
  }
  const handle = await openOwnFile(file).catch((error: unknown) => {
    throw new UsageError(`--output ${file} cannot be written: ${(error as Error).message}`);
  });
  return { write: (text) => handle.appendFile(text), close: () => handle.close() };
}
