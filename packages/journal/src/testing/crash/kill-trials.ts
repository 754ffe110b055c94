import { appendFile, readFile } from 'node:fs/promises';

import { anything } from '@rlm/repl-types/internal';
import { required } from '@rlm/repl-types/options';

import { journalOf } from './attempt.js';
import { measureRun } from './measure-run.js';
import { runTrials, type Trials } from './run-trials.js';
import type { CrashReport, Tally } from './tally.js';
import { countRule, type TrialOptions } from './trial-options.js';
import { WatchedRun } from './watched-run.js';
import type { KillMoment } from './worker.js';

/** Trials in which processes are killed. */
export interface KillOptions extends TrialOptions {
  readonly how?: 'killed';
  /** Runs that are killed. */
  readonly trials: number;
}

/** One in this many attempts is killed at any time, including its start; the others after their first call. */
const wholeEvery = 3;

/** One in this many journals gets a torn last line. */
const tornEvery = 4;

/**
 * Kills processes that work on runs, at random times, and has the runs resumed: each trial a run, every second one killed twice,
 * every fourth with a torn last line. Then each is replayed, with models that throw.
 */
export function killTrials(given: KillOptions): Promise<CrashReport> {
  return runTrials(given, { how: anything, trials: required(countRule()) }, makeTrials);
}

async function makeTrials(made: Trials<KillOptions>): Promise<void> {
  const { tally, random, pool } = made;
  const { folder, trials } = made.options;
  const lengths = await measureRun(pool, tally, folder);
  for (let trial = 0; trial < trials; trial += 1) {
    const runId = `trial-${String(trial)}`;
    const run = new WatchedRun(folder, runId);
    const most = trial % 2 === 1 ? 2 : 1;
    const nextKill = (kills: number): KillMoment => {
      const from = (trial + kills) % wholeEvery === 0 ? 'asked' : 'called';
      return { from, ms: random() * lengths[from] };
    };
    let end = await run.drive(pool, nextKill(0));
    for (let kills = 1; end.type === 'killed'; kills += 1) {
      tally.add('kills');
      await run.noteKill();
      if (kills === 1 && trial % tornEvery === 0) await tear(journalOf({ folder, runId }), tally);
      end = await run.drive(pool, kills < most ? nextKill(kills) : undefined);
    }
    await run.judge(pool, tally, end);
  }
}

/** Leaves part of a line at the end of a journal, as an owner does that is killed while it writes. */
async function tear(file: string, tally: Tally): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  if (last === '') return;
  await appendFile(file, last.slice(0, Math.ceil(last.length / 2)));
  tally.add('torn');
}
