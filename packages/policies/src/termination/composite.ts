import { judgeAll } from '../combinators/all-of.js';
import { judgeAny } from '../combinators/any-of.js';
import { asPolicies } from '../combinators/condition.js';
import { allSendBack, anySendsBack, combine } from '../combinators/combine.js';
import { defineTermination, type TerminationFactory } from '../define/define-termination.js';
import { resetPolicy } from '../define/at-once.js';
import { makeNested } from '../define/nesting.js';
import type { CompositeOptions } from './policy-configs.js';

/** `composite`: {@link anyOf} or {@link allOf} of policies that a registry knows by name. */
export const composite: TerminationFactory<CompositeOptions> = defineTermination<CompositeOptions>({
  name: 'composite',
  description: 'On any or all of several',
  defaults: {
    policies: ['final_pattern', 'reward_threshold'],
    requireAll: false,
  },
  start({ policies, requireAll }, source) {
    const made = makeNested('composite', () => asPolicies('composite', policies, source));
    // A policy that was just made is already fresh.
    for (const policy of made) if (policies.includes(policy)) resetPolicy(policy);
    return combine(
      'composite',
      made,
      requireAll ? judgeAll : judgeAny,
      requireAll ? allSendBack : anySendsBack,
    );
  },
});
