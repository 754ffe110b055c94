import type { PolicyOptions } from '../../define/policy-options.js';
import { guardDefaults, type WalletGuardOptions } from '../../guard/options.js';

/** Options of `trivial_response`. */
export type TrivialResponseOptions = Pick<WalletGuardOptions, 'maxTrivial' | 'minLength'>;

const { maxTrivial, minLength } = guardDefaults;

/** What `trivial_response` may be configured with. */
export const trivialResponseOptions: PolicyOptions<TrivialResponseOptions> = {
  defaults: { maxTrivial, minLength },
};
