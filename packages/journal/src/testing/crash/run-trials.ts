import { seededRandom } from '@rlm/kernel/internal';
import type { OptionRules } from '@rlm/repl-types/internal';

import { Tally, type CrashReport } from './tally.js';
import { trialOptions, type TrialOptions } from './trial-options.js';
import { WorkerPool } from './worker-pool.js';

/** The tools of trials. */
export interface Trials<Options extends TrialOptions> {
  readonly options: Options & Required<TrialOptions>;
  readonly tally: Tally;
  /** From 0 to 1, the same for the same seed. */
  readonly random: () => number;
  readonly pool: WorkerPool;
}

/** Makes trials with their own processes, which end with them, and reports the outcome. Throws `InvalidOptionError`. */
export async function runTrials<Options extends TrialOptions>(
  given: Options,
  rules: Omit<OptionRules<Options>, keyof TrialOptions>,
  make: (trials: Trials<Options>) => Promise<void>,
): Promise<CrashReport> {
  const options = trialOptions(given, rules);
  const tally = new Tally();
  await using pool = new WorkerPool(options.script, options.hangMs);
  await make({ options, tally, random: seededRandom(options.seed), pool });
  return tally.report();
}
