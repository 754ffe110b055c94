import { guardDefaults, type WalletGuardOptions } from '../guard/options.js';
import { defineTermination, type TerminationFactory } from '../define/define-termination.js';
import { needsLimit } from '../define/needs.js';
import { repeat } from '../guard/repeat.js';
import { ruleAsPolicy } from '../guard/rule-as-policy.js';

/** Options of `repeated_response`. */
export type RepeatedResponseOptions = Pick<WalletGuardOptions, 'repeats' | 'maxPeriod'>;

const { repeats, maxPeriod } = guardDefaults;

/**
 * `repeated_response`: ends a run whose steps repeat the same texts and actions, in cycles of up to `maxPeriod` steps.
 * It compares text, code, calls and results in full; a run of blanks counts as one.
 */
export const repeatedResponse: TerminationFactory<RepeatedResponseOptions> = defineTermination({
  name: 'repeated_response',
  description: 'When steps repeat',
  defaults: { repeats, maxPeriod },
  needs: ({ repeats }) => needsLimit('repeats', repeats),
  start: (config) => ruleAsPolicy('repeated_response', repeat, config),
});
