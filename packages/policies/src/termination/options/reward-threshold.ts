import type { PolicyOptions } from '../../define/policy-options.js';

/** Options of `reward_threshold` (seed document 001). */
export interface RewardThresholdOptions {
  /** The sum of rewards that ends the run. Default: 0.8. */
  readonly minRewardThreshold?: number;
  /** Steps in a row with a negative reward that end the run. Default: 3. */
  readonly maxNegativeStreak?: number;
  /** Whether the threshold counts on a final action only. Default: false. */
  readonly requireFinalAction?: boolean;
}

/** What `reward_threshold` may be configured with. */
export const rewardThresholdOptions: PolicyOptions<RewardThresholdOptions> = {
  defaults: {
    minRewardThreshold: 0.8,
    maxNegativeStreak: 3,
    requireFinalAction: false,
  },
};
