import { readFile } from 'node:fs/promises';

import { forkRun } from '@rlm/journal';
import { InvalidOptionError, type RunJournal } from '@rlm/kernel';

import { findAnswerFile } from '../answer-file.js';
import type { ForkArguments } from '../arguments/run-arguments.js';
import { requireIsolation } from '../backend.js';
import { chooseModel, type ChosenModel } from '../models/choose-model.js';
import { isSamePlace, namedAddress, namingOf } from '../models/named-endpoint.js';
import { openModel } from '../models/open-model.js';
import { newRunId } from '../runs/new-run-id.js';
import { requireYes } from '../runs/require-yes.js';
import { readSpec, specOf, type RunSpec } from '../runs/run-spec.js';
import { openRuns, type Runs } from '../runs/runs.js';
import { openTextAgain } from '../runs/text-files.js';
import { saveTrajectory } from '../save-trajectory.js';
import { UsageError } from '../usage-error.js';
import { answer } from './answer.js';
import { openScreen } from '../render/screen.js';

/** `rlm fork`: takes the steps of a run over up to one, and goes on from there as a new run; returns the exit code. */
export async function forkCommand(args: ForkArguments): Promise<number> {
  const runs = openRuns(args.runs);
  const spec = await readSpec(runs, args.runId);
  const { runId, isYes } = args;
  await requireIsolation(spec.settings);
  const { question, text: files, project } = spec;
  const reply = await readReply(args.replyFile);
  const screen = openScreen(args);
  const chosen = await chooseAnew(args, spec);
  const settings = { ...spec.settings, ...args.limits, ...args.shown };
  await requireYes({ runs, runId, spec: { ...spec, model: chosen.spec, settings }, isYes });
  const text = await openTextAgain(files);
  const kept = specOf({ question, project, text: files, model: chosen.spec, settings });
  const saved = await saveTrajectory(args.save);
  const answerFile = await findAnswerFile(args.answerFile);
  const journal = await fork(runs, args, reply, kept);
  const asked = { question, text, chosen, settings, saved, answerFile };
  return answer({ ...asked, run: { runs, journal } }, screen);
}

async function fork(
  { store }: Runs,
  { runId, atStep }: ForkArguments,
  reply: string | undefined,
  spec: RunSpec,
): Promise<RunJournal> {
  try {
    return await forkRun(store, runId, { atStep, reply, runId: newRunId(), spec });
  } catch (error) {
    if (!InvalidOptionError.isInstance(error)) throw error;
    const message = error.message
      .replace(/^Expected atStep /, 'Expected --at ')
      .replace(/^Expected reply /, 'Expected --reply-file ');
    throw new UsageError(message, { cause: error });
  }
}

async function readReply(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const reply = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`--reply-file ${file} cannot be read: ${(error as Error).message}`);
  });
  if (reply.trim() === '') throw new UsageError(`--reply-file ${file} is empty`);
  return reply;
}

const ofTheRun = 'that of the run that is forked';

/** The model of the run, or what the command line names in its place. */
async function chooseAnew(
  { runId, model, subModel, said, ...connection }: ForkArguments,
  { question, model: before, settings }: RunSpec,
): Promise<ChosenModel> {
  const surroundings = { question, ...namingOf(connection) };
  const { provider } = said;
  const address = provider === undefined ? said.baseUrl : namedAddress(surroundings);
  // An address that is the run's own says that it may be asked, and not that another model is.
  const isThere =
    before.kind === 'endpoint' &&
    address !== undefined &&
    before.provider === provider &&
    isSamePlace(address, before.baseUrl);
  const isNamed = address !== undefined && !isThere;
  if (!isNamed && before.kind === 'endpoint') {
    const spec = {
      ...before,
      model: model ?? before.model,
      subModel: subModel ?? before.subModel,
    };
    const why = model === undefined ? ofTheRun : 'named by --model';
    return { ...(await openModel(spec, surroundings)), spec, why };
  }
  if (!isNamed && (model ?? subModel) === undefined) {
    if (before.kind === 'planner' || before.kind === 'tour')
      return { ...(await openModel(before, surroundings)), spec: before, why: ofTheRun };
    throw new UsageError(
      `the run ${runId} was played by hand: name a model for the fork (--base-url, --model)`,
    );
  }
  const { language } = settings;
  const wishes = { model, subModel, language, planner: false };
  return chooseModel({ ...wishes, ...surroundings });
}
