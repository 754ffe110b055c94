import { oneOf } from '@rlm/repl-types/options';
import { checkOption, refuseOption } from '@rlm/repl-types/internal';

import { killTrials, type KillOptions } from './kill-trials.js';
import { sweep, type SweepOptions } from './sweep.js';
import type { CrashReport } from './tally.js';
import { twoOwners, type TwoOwnersOptions } from './two-owners.js';

/**
 * Lets processes that work on runs die, and looks whether others go on as they should; then replays each run with models that
 * throw. `how`:
 *
 * - `killed` (default): processes are killed at random times, every second run twice; every fourth journal gets a torn last line
 * - `cut`: a run's journal is cut after its lines and at random bytes, and each piece is resumed
 * - `taken-over`: a process is stopped (SIGSTOP), another takes its run over, and then the first goes on: it must stop at its next
 *   line, and deliver nothing. Not on Windows, which has no such signals
 *
 * @example
 * const report = await crashTrials({ script: 'child.mjs', folder: 'trials', trials: 20 });
 * console.log(report.kills, report.repeats, report.faults);
 */
export async function crashTrials(
  options: KillOptions | SweepOptions | TwoOwnersOptions,
): Promise<CrashReport> {
  checkOption('how', options.how, oneOf('killed', 'cut', 'taken-over'), refuseOption);
  switch (options.how) {
    case 'cut':
      return sweep(options);
    case 'taken-over':
      return twoOwners(options);
    default:
      return killTrials(options);
  }
}
