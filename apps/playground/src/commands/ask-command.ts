import { findAnswerFile } from '../answer-file.js';
import type { AskArguments } from '../arguments/ask-arguments.js';
import { requireIsolation } from '../backend.js';
import { requireNames } from '../ask-names.js';
import { chooseModel } from '../models/choose-model.js';
import { namingOf } from '../models/named-endpoint.js';
import { readTextOrFile } from '../read-text.js';
import { newRunId } from '../runs/new-run-id.js';
import { specOf, type RunSpec } from '../runs/run-spec.js';
import { makeOwnFolder, openRuns } from '../runs/runs.js';
import { requireOutside, textFilesOf } from '../runs/text-files.js';
import { saveTrajectory } from '../save-trajectory.js';
import { readSchemaFile } from '../schema/read-schema-file.js';
import type { JsonSchema } from '../schema/standard-schema.js';
import { readTextArguments } from '../texts/text-argument.js';
import { UsageError } from '../usage-error.js';
import { answer, type Question } from './answer.js';
import { openScreen, type Screen } from '../render/screen.js';

/** `rlm ask`: answers a question, and returns the exit code. */
export async function askCommand(args: AskArguments): Promise<number> {
  const { question, paths } = args;
  const screen = openScreen(args);
  if (args.runs !== undefined) requireOutside('--runs', args.runs, paths);
  await requireIsolation(args);
  const schema = args.schemaFile === undefined ? undefined : await readSchemaFile(args.schemaFile);
  const text = await readTextOrFile(paths, { all: args.all });
  const files = textFilesOf(text.parts);
  if (files === undefined && args.runs !== undefined) {
    throw new UsageError(
      '--runs needs a text that can be read again, and stdin cannot: save it to a file first',
    );
  }
  const chosen = await chooseModel({ ...args, ...namingOf(args) });
  if (schema !== undefined && chosen.spec.kind === 'planner') {
    throw new UsageError(
      'there is no model for --schema: name one with --base-url (the built-in planner answers in words of its own)',
    );
  }
  const settings = settingsOf(args, schema);
  // A mistake in the call leaves no run: both are looked at before there is one.
  await requireNames({ ...settings, ...chosen, text });
  const saved = await saveTrajectory(args.save);
  const answerFile = await findAnswerFile(args.answerFile, [
    args.schemaFile,
    ...readTextArguments(paths).map(({ path }) => path),
  ]);
  const asked = { question, text, chosen, saved, answerFile, settings };
  if (!args.journal) return answer(asked, screen);
  if (files === undefined) {
    const whyNotKept =
      'What came from stdin cannot be read again: it is not kept, nor is this run.';
    return answer({ ...asked, whyNotKept }, screen);
  }
  const spec = specOf({ ...asked, project: process.cwd(), text: files, model: chosen.spec });
  const run = await begin(args.runs, spec, screen);
  return answer(run === undefined ? asked : { ...asked, run }, screen);
}

function settingsOf(args: AskArguments, schema: JsonSchema | undefined): RunSpec['settings'] {
  const { output, history, language, reward } = args;
  const { maxSteps, maxSubQueries, maxTokens, maxCostUsd, prices, timeoutMs } = args;
  const { concurrency, retries, callTimeoutMs, temperature } = args;
  const bounds = { maxSteps, maxSubQueries, maxTokens, maxCostUsd, prices, timeoutMs };
  const limits = { ...bounds, concurrency, retries, callTimeoutMs, temperature };
  const requireIsolation = args.requireIsolation ? true : undefined;
  return { output, history, language, reward, schema, requireIsolation, ...limits };
}

/** A new run. If no folder was named, a question is answered even if no run can be kept. */
async function begin(
  named: string | undefined,
  spec: RunSpec,
  { line, style }: Screen,
): Promise<Question['run']> {
  try {
    const runs = openRuns(named);
    await makeOwnFolder(runs);
    return { runs, journal: await runs.store.create({ runId: newRunId(), spec }) };
  } catch (error) {
    const problem = (error as Error).message;
    if (named !== undefined) {
      throw new UsageError(`runs cannot be kept in ${named}: ${problem}`, { cause: error });
    }
    line.print(
      `${style.dim(`${problem}. This run cannot be resumed (--no-journal says that it need not)`)}\n`,
    );
    return undefined;
  }
}
