import { defineTermination, type TerminationFactory } from '../define/define-termination.js';
import { guardDefaults, type WalletGuardOptions } from '../guard/options.js';
import { repeat } from '../guard/repeat.js';
import { ruleAsPolicy } from '../guard/rule-as-policy.js';

/** Options of {@link repeatedResponse}. */
export type RepeatedResponseOptions = Pick<WalletGuardOptions, 'repeats' | 'maxPeriod'>;

const { repeats, maxPeriod } = guardDefaults;

/**
 * `repeated_response`: ends a run whose steps say and do the same again and again, in cycles of up to
 * `maxPeriod` steps. Compared are text, code, calls and results, whole; runs of blanks count as one.
 */
export const repeatedResponse: TerminationFactory<RepeatedResponseOptions> = defineTermination({
  name: 'repeated_response',
  description: 'When steps repeat',
  defaults: { repeats, maxPeriod },
  start: (config) => ruleAsPolicy('repeated_response', repeat, config),
});
