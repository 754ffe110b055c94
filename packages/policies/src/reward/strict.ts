import { defineReward, when, type RewardFactory } from './define-reward.js';

/** Weights of the reward `strict`. */
export type StrictRewardWeights = Record<
  'successBonus' | 'failurePenalty' | 'errorPenalty' | 'timeoutPenalty' | 'finalBonus',
  number
>;

/** `strict`: heavy penalties, for tasks whose errors cost more than a step. */
export const strictReward: RewardFactory<StrictRewardWeights> = defineReward({
  name: 'strict',
  description: 'Heavy penalties for errors',
  weights: {
    successBonus: 0.5,
    failurePenalty: 0.6,
    errorPenalty: 0.3,
    timeoutPenalty: 0.4,
    finalBonus: 0.3,
  },
  parts: ({ result: { success, error }, isFinal }, weights) => ({
    success: when(success, weights.successBonus),
    failure: when(!success, -weights.failurePenalty),
    error: when(Boolean(error), -weights.errorPenalty),
    timeout: when(/timeout/i.test(error ?? ''), -weights.timeoutPenalty),
    final: when(isFinal && success && !error, weights.finalBonus),
  }),
});
