import { guardDefaults, type WalletGuardOptions } from '../guard/options.js';
import { defineTermination, type TerminationFactory } from '../define/define-termination.js';
import { needsLimit } from '../define/needs.js';
import { ruleAsPolicy } from '../guard/rule-as-policy.js';
import { trivial } from '../guard/trivial.js';

/** Options of `trivial_response`. */
export type TrivialResponseOptions = Pick<WalletGuardOptions, 'maxTrivial' | 'minLength'>;

const { maxTrivial, minLength } = guardDefaults;

/** `trivial_response`: ends a run after consecutive empty or very short replies, in steps without a call. */
export const trivialResponse: TerminationFactory<TrivialResponseOptions> = defineTermination({
  name: 'trivial_response',
  description: 'After trivial replies',
  defaults: { maxTrivial, minLength },
  needs: ({ maxTrivial }) => needsLimit('maxTrivial', maxTrivial),
  start: (config) => ruleAsPolicy('trivial_response', trivial, config),
});
