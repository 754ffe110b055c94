import { judgeAll } from '../combinators/all-of.js';
import { judgeAny } from '../combinators/any-of.js';
import { allSendBack, anySendsBack, combine } from '../combinators/combine.js';
import { asPolicy, type Condition, type NamedCondition } from '../combinators/condition.js';
import { defineTermination, type TerminationFactory } from '../define/define-termination.js';

/** Options of `composite` (seed document 001). */
export interface CompositeOptions {
  /**
   * What is combined: names, names with a configuration, policies, stop conditions. Not empty. Default:
   * `final_pattern` and `reward_threshold`.
   */
  readonly policies?: readonly (string | NamedCondition | Condition)[];
  /** Whether all must agree; else any one ends the run. Default: false. */
  readonly requireAll?: boolean;
}

/** `composite`: {@link anyOf} or {@link allOf} of policies that a registry knows by name. */
export const composite: TerminationFactory<CompositeOptions> = defineTermination<CompositeOptions>({
  name: 'composite',
  description: 'On any or all of several',
  defaults: {
    policies: ['final_pattern', 'reward_threshold'],
    requireAll: false,
  },
  start({ policies, requireAll }, source) {
    const all = combine(
      'composite',
      policies.map((each) => asPolicy(each, source)),
      requireAll ? judgeAll : judgeAny,
      requireAll ? allSendBack : anySendsBack,
    );
    all.reset();
    return all;
  },
});
