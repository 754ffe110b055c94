import { defineReward, when, type RewardFactory } from './define-reward.js';
import { defaultWeights, type DefaultRewardWeights } from './weights.js';

/** `default`: a balanced reward. */
export const defaultReward: RewardFactory<DefaultRewardWeights> = defineReward({
  name: 'default',
  description: 'A balanced reward',
  weights: defaultWeights,
  parts: ({ result: { success, error }, isFinal }, weights) => ({
    base: 0.1,
    success: when(success, weights.successBonus),
    failure: when(!success, -weights.failurePenalty),
    error: when(Boolean(error), -weights.stderrPenalty),
    final: when(isFinal && success, weights.finalBonus),
  }),
});
