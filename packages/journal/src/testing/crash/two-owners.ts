import { setTimeout as sleep } from 'node:timers/promises';

import { anything } from '@rlm/repl-types/internal';
import { required } from '@rlm/repl-types/options';

import type { AttemptOutcome, AttemptRequest } from './attempt.js';
import { measureRun } from './measure-run.js';
import { runTrials, type Trials } from './run-trials.js';
import type { CrashReport, Tally } from './tally.js';
import { countRule, type TrialOptions } from './trial-options.js';
import { WatchedRun } from './watched-run.js';
import type { Worker } from './worker.js';
import type { WorkerPool } from './worker-pool.js';

/** Trials in which runs are taken over. */
export interface TwoOwnersOptions extends TrialOptions {
  readonly how: 'taken-over';
  /** Runs that are taken over. */
  readonly trials: number;
}

/**
 * Stops a process in the midst of a run (SIGSTOP), has another take the run over and end it, and lets the first go on: it must
 * stop at its next line (`journal_fenced`) and deliver nothing. Not on Windows, which has no such signals.
 */
export function twoOwners(given: TwoOwnersOptions): Promise<CrashReport> {
  return runTrials(given, { how: anything, trials: required(countRule()) }, makeTrials);
}

async function makeTrials(made: Trials<TwoOwnersOptions>): Promise<void> {
  const { tally, random, pool } = made;
  const { folder, trials } = made.options;
  const { called } = await measureRun(pool, tally, folder);
  for (let trial = 0, tries = 0; trial < trials && tries < trials * maxTries; tries += 1) {
    const place = { folder, runId: `taken-${String(tries)}` };
    if (await takeOver(pool, tally, place, random() * called)) trial += 1;
  }
}

/** How often a process may end its run before it is stopped, for each that does not. */
const maxTries = 5;

/** Stops a process after a time, and lets another take over the run; false if the run had ended by then. */
async function takeOver(
  pool: WorkerPool,
  tally: Tally,
  place: { readonly folder: string; readonly runId: string },
  stopAfterMs: number,
): Promise<boolean> {
  const run = new WatchedRun(place.folder, place.runId);
  const sleeper = await pool.another();
  try {
    const asleep = await begin(sleeper, { ...place, mode: 'drive' });
    await sleep(stopAfterMs);
    sleeper.signal('SIGSTOP');
    await run.noteKill();
    const wasOver = await run.hasEnded();
    const end = await (await pool.owner()).attempt({ ...place, mode: 'take-over' });
    sleeper.signal('SIGCONT');
    const { code, answer } = await asleep.outcome;
    if (!wasOver && (answer !== null || code !== 'journal_fenced')) {
      tally.blame('different', `${place.runId}: the first owner ended with ${String(code)}`);
    }
    await run.judge(pool, tally, end);
    return !wasOver;
  } finally {
    await sleeper.kill();
  }
}

/** Starts an attempt; resolves when it makes its first call, or has ended without. */
function begin(
  worker: Worker,
  request: AttemptRequest,
): Promise<{ readonly outcome: Promise<AttemptOutcome> }> {
  return new Promise((resolve, reject) => {
    const outcome = worker.ask(request, () => {
      resolve({ outcome });
    });
    outcome.then(() => {
      resolve({ outcome });
    }, reject);
  });
}
