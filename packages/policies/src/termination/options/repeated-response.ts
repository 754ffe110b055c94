import type { PolicyOptions } from '../../define/policy-options.js';
import { guardDefaults, type WalletGuardOptions } from '../../guard/options.js';

/** Options of `repeated_response`. */
export type RepeatedResponseOptions = Pick<WalletGuardOptions, 'repeats' | 'maxPeriod'>;

const { repeats, maxPeriod } = guardDefaults;

/** What `repeated_response` may be configured with. */
export const repeatedResponseOptions: PolicyOptions<RepeatedResponseOptions> = {
  defaults: { repeats, maxPeriod },
};
