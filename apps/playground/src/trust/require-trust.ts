import { createInterface } from 'node:readline';

import { plainText } from '../view/text/plain-text.js';
import type { RunSpec } from '../runs/run-spec.js';
import type { Runs } from '../runs/runs.js';
import type { TaskSpec } from '../runs/task-spec.js';
import { UsageError } from '../usage-error.js';
import { hasOwnSeal } from './seal.js';
import { outsideOf, placesOf, type SpecPlaces } from './spec-places.js';

/** A kept run that is to go on. */
export interface KeptSpec {
  readonly runs: Runs;
  readonly runId: string;
  readonly spec: RunSpec | TaskSpec;
}

/** Why a person must be asked before a run goes on. */
export interface Doubt {
  /** `the run 4f2a was not written by you on this machine`. */
  readonly reason: string;
  readonly places: SpecPlaces;
}

/** Most paths that are named one by one. */
const maxPaths = 5;

/**
 * What speaks against a kept run that is to go on: that this user has not written it, or that it leaves the current folder. Undefined if
 * nothing does. A journal may come from anybody, with a repository or an archive.
 */
export async function doubtOf({ runs, runId, spec }: KeptSpec): Promise<Doubt | undefined> {
  const places = placesOf(spec);
  if (!(await hasOwnSeal(runId, spec))) {
    return { reason: `the run ${runId} was not written by you on this machine`, places };
  }
  const outside = await outsideOf([...places.reads, ...places.writes], runs);
  if (outside.length === 0) return undefined;
  return { reason: `the run ${runId} leaves the current folder`, places };
}

/** What a run would do, in words: `it would read a, b; write c; ask d`. */
export function wordsOf({ reads, writes, asks }: SpecPlaces): string {
  const parts = [
    ...(reads.length === 0 ? [] : [`read ${listed(reads)}`]),
    ...(writes.length === 0 ? [] : [`read and write ${listed(writes)}`]),
    ...(asks === undefined ? [] : [`ask ${asks}`]),
  ];
  return `it would ${parts.length === 0 ? 'read and write nothing' : parts.join('; ')}`;
}

function listed(paths: readonly string[]): string {
  const more = paths.length - maxPaths;
  const named = paths.slice(0, maxPaths).map((path) => JSON.stringify(path));
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/**
 * Lets a kept run go on if the user has written it and it stays in the current folder, if a person says so, or with `--trust`. Throws
 * {@link UsageError} otherwise, and without a terminal to ask at.
 */
export async function requireTrust(
  kept: KeptSpec & { readonly isTrusted: boolean },
): Promise<void> {
  const doubt = kept.isTrusted ? undefined : await doubtOf(kept);
  if (doubt === undefined) return;
  const told = `${doubt.reason}: ${wordsOf(doubt.places)}`;
  const look = kept.runs.commandFor('show', kept.runId);
  if (process.stdin.isTTY && process.stderr.isTTY) {
    if (await agrees(`${told}.\nGo on? (${look} shows it) [y/N] `)) return;
    throw new UsageError(`the run ${kept.runId} does not go on: you did not trust it`);
  }
  throw new UsageError(`${told}. Look at it first (${look}); if you trust it, add --trust`);
}

async function agrees(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const said = await new Promise<string>((answer) => {
    lines.once('close', () => {
      answer('');
    });
    lines.once('SIGINT', () => {
      lines.close();
    });
    lines.question(plainText(question), answer);
  });
  lines.close();
  return /^y(?:es)?$/i.test(said.trim());
}
