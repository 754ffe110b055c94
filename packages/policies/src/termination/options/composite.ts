import type { Condition, NamedCondition } from '../../combinators/condition.js';
import type { PolicyOptions } from '../../define/policy-options.js';

/** Options of `composite` (seed document 001). */
export interface CompositeOptions {
  /**
   * The conditions: names, names with a configuration, policies, stop conditions. Must not be empty. Default:
   * `final_pattern` and `reward_threshold`.
   */
  readonly policies?: readonly (string | NamedCondition | Condition)[];
  /** Whether all must agree. If false, any one ends the run. Default: false. */
  readonly requireAll?: boolean;
}

/** What `composite` may be configured with. */
export const compositeOptions: PolicyOptions<CompositeOptions> = {
  defaults: {
    policies: ['final_pattern', 'reward_threshold'],
    requireAll: false,
  },
};
