import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { anything } from '@rlm/repl-types/internal';

import { forgetUnrecorded } from './accounts.js';
import { callLogOf, journalOf } from './attempt.js';
import { runTrials, type Trials } from './run-trials.js';
import type { CrashReport } from './tally.js';
import { countRule, type TrialOptions } from './trial-options.js';
import { WatchedRun } from './watched-run.js';

/** Trials with a journal that is cut. */
export interface SweepOptions extends TrialOptions {
  readonly how: 'cut';
  /** Cuts after every this many lines. Default: 1. */
  readonly every?: number;
  /** Further cuts, each at a random byte. Default 20. */
  readonly bytes?: number;
}

const lineBreak = 10;

/**
 * Makes a run, and cuts its journal: after its lines, and at random bytes. Each piece is resumed, and then replayed with models
 * that throw. In the report each piece is a trial.
 */
export function sweep(given: SweepOptions): Promise<CrashReport> {
  return runTrials(given, { how: anything, every: countRule(), bytes: countRule(0) }, makeTrials);
}

async function makeTrials({ options, tally, random, pool }: Trials<SweepOptions>): Promise<void> {
  const { folder, every = 1, bytes = 20 } = options;
  const runId = 'swept';
  const whole = new WatchedRun(folder, runId);
  const end = await whole.drive(pool);
  const journal = await readFile(journalOf({ folder, runId }));
  // A run may have made no call.
  const log = await readFile(callLogOf({ folder, runId }), 'utf8').catch(() => '');
  const ends = lineEnds(journal);
  const first = ends[0] ?? 0;
  const cuts = ends.filter((_, line) => line % every === 0);
  for (let more = 0; more < bytes; more += 1) {
    cuts.push(first + Math.floor(random() * (journal.length - first)));
  }
  for (const cut of cuts) {
    const place = { folder: join(folder, `cut-${String(cut)}`), runId };
    await mkdir(place.folder, { recursive: true });
    await cp(join(folder, 'blobs'), join(place.folder, 'blobs'), { recursive: true });
    await writeFile(journalOf(place), journal.subarray(0, cut));
    await writeFile(callLogOf(place), log);
    await forgetUnrecorded(place);
    const run = new WatchedRun(place.folder, runId);
    await run.judge(pool, tally, await run.drive(pool));
  }
  await whole.judge(pool, tally, end);
}

/** The ends of a text's lines. */
function lineEnds(text: Buffer): number[] {
  const ends: number[] = [];
  for (let at = text.indexOf(lineBreak); at >= 0; at = text.indexOf(lineBreak, at + 1)) {
    ends.push(at + 1);
  }
  return ends;
}
