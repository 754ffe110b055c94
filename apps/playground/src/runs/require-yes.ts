import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';

import { addressOf } from '../models/model-spec.js';
import { UsageError } from '../usage-error.js';
import { counted } from '../view/text/numbers.js';
import { plainText } from '../view/text/plain-text.js';
import type { RunSpec } from './run-spec.js';
import { isOwnPlace, type Runs } from './runs.js';
import type { TaskSpec } from './task-spec.js';
import type { ContextFiles } from './text-files.js';

/** A kept run that is to go on. */
export interface GoingOn {
  readonly runs: Runs;
  readonly runId: string;
  /** As it would go on: with the model that it would ask. */
  readonly spec: RunSpec | TaskSpec;
}

/** What a run does that goes on, in words. */
export interface Plan {
  /** `the run 4f2a is in the folder "theirs"`, and why that matters. */
  readonly place: string;
  /** `read "/home/me/notes.txt"`, one by one. */
  readonly acts: readonly string[];
}

/**
 * What a person must see before a kept run goes on: where the run is, then what it would read and which address it would ask. Undefined
 * for a run in the user's own folder, which nobody else can have written: nothing is asked then. A folder that somebody named may come
 * from anybody, with a repository or an archive.
 */
export async function whatItWouldDo({ runs, runId, spec }: GoingOn): Promise<Plan | undefined> {
  if (runs.isOwn && (await isOwnPlace(runs.folder))) return undefined;
  return {
    place: `the run ${runId} is in the folder ${JSON.stringify(runs.folder)}, which ${runs.isOwn ? 'others can write to' : 'was named with --runs'}`,
    acts: [...(await readsOf(spec)), asksOf(spec)],
  };
}

/** The same in one sentence. */
export const sentenceOf = ({ place, acts }: Plan): string =>
  `${place}. It would ${acts.join('; ')}`;

/**
 * Lets a kept run go on that is in the user's own folder; of any other, shows what it would read and ask, and asks on a terminal, or
 * needs `--yes`. Throws {@link UsageError} otherwise.
 */
export async function requireYes(run: GoingOn & { readonly isYes: boolean }): Promise<void> {
  const plan = run.isYes ? undefined : await whatItWouldDo(run);
  if (plan === undefined) return;
  const look = run.runs.commandFor('show', run.runId);
  if (process.stdin.isTTY && process.stderr.isTTY) {
    const acts = plan.acts.map((act) => `  ${act}\n`).join('');
    if (await agrees(`${plan.place}. It would\n${acts}Go on? (${look} shows it) [y/N] `)) return;
    throw new UsageError(`the run ${run.runId} does not go on: you did not say yes`);
  }
  throw new UsageError(`${sentenceOf(plan)}. Look at it first (${look}); to go on, add --yes`);
}

/** Every file, those outside of the current folder last: above the question, where they are seen. */
async function readsOf(spec: RunSpec | TaskSpec): Promise<readonly string[]> {
  if (spec.by === 'rlm task') return [`read what is below ${await placeOf(spec.folder)}`];
  const { text } = spec;
  const parts: readonly ContextFiles[] = 'contexts' in text ? Object.values(text.contexts) : [text];
  const paths = [...new Set(parts.flatMap(({ files }) => files.map(({ path }) => path)))];
  const [inside, outside]: [string[], string[]] = [[], []];
  for (const path of paths) {
    const real = await realpath(path).catch(() => path);
    (isWithin(process.cwd(), real) ? inside : outside).push(`read ${await placeOf(path)}`);
  }
  return [...inside, ...outside];
}

/** A path, and where it leads if it is a link. */
async function placeOf(path: string): Promise<string> {
  const real = await realpath(path).catch(() => path);
  return `${JSON.stringify(path)}${real === path ? '' : ` (a link to ${JSON.stringify(real)})`}`;
}

function asksOf({ model, settings }: RunSpec | TaskSpec): string {
  if (model.kind !== 'endpoint') return 'ask no address';
  const { subModel, baseUrl } = model;
  const names = [model.model, ...(subModel === undefined ? [] : [subModel])];
  const asked = names.map((name) => JSON.stringify(name)).join(' and ');
  const steps = counted(settings.maxSteps, 'step');
  return `ask ${asked} at ${addressOf(new URL(baseUrl).href)}, in up to ${steps}`;
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function agrees(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await new Promise<string>((answer) => {
    lines.once('close', () => {
      answer('');
    });
    lines.once('SIGINT', () => {
      lines.close();
    });
    lines.question(plainText(question), answer);
  });
  lines.close();
  return /^y(?:es)?$/i.test(typed.trim());
}
