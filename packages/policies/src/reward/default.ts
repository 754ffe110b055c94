import { defineReward, when, type RewardFactory } from './define-reward.js';

/** Weights of the reward `default`. */
export type DefaultRewardWeights = Record<
  'successBonus' | 'failurePenalty' | 'stderrPenalty' | 'finalBonus',
  number
>;

/** `default`: a balanced reward. */
export const defaultReward: RewardFactory<DefaultRewardWeights> = defineReward({
  name: 'default',
  description: 'A balanced reward',
  weights: {
    successBonus: 0.7,
    failurePenalty: 0.3,
    stderrPenalty: 0.1,
    finalBonus: 0.5,
  },
  parts: ({ result: { success, error }, isFinal }, weights) => ({
    base: 0.1,
    success: when(success, weights.successBonus),
    failure: when(!success, -weights.failurePenalty),
    error: when(Boolean(error), -weights.stderrPenalty),
    final: when(isFinal && success, weights.finalBonus),
  }),
});
