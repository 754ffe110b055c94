import type { PolicyOptions } from '../../define/policy-options.js';
import type { CompositeOptions } from './policy-configs.js';

/** What `composite` may be configured with. */
export const compositeOptions: PolicyOptions<CompositeOptions> = {
  defaults: {
    policies: ['final_pattern', 'reward_threshold'],
    requireAll: false,
  },
};
