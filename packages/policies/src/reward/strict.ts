import { defineReward, when, type RewardFactory } from './define-reward.js';
import { strictWeights, type StrictRewardWeights } from './weights.js';

/** `strict`: heavy penalties, for tasks whose errors cost more than a step. */
export const strictReward: RewardFactory<StrictRewardWeights> = defineReward({
  name: 'strict',
  description: 'Heavy penalties for errors',
  weights: strictWeights,
  parts: ({ result: { success, error }, isFinal }, weights) => ({
    success: when(success, weights.successBonus),
    failure: when(!success, -weights.failurePenalty),
    error: when(Boolean(error), -weights.errorPenalty),
    timeout: when(/timeout/i.test(error ?? ''), -weights.timeoutPenalty),
    final: when(isFinal && success && !error, weights.finalBonus),
  }),
});
