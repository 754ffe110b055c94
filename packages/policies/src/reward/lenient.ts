import { countCodePoints } from '@rlm/repl-types/internal';

import { defineReward, when, type RewardFactory } from './define-reward.js';

/** Weights of the reward `lenient`. */
export type LenientRewardWeights = Record<
  'attemptBonus' | 'successBonus' | 'failurePenalty' | 'progressBonus' | 'finalBonus',
  number
>;

/** `lenient`: a forgiving reward that encourages exploration. More than 50 code points of output count as progress. */
export const lenientReward: RewardFactory<LenientRewardWeights> = defineReward({
  name: 'lenient',
  description: 'Forgiving, encourages exploration',
  weights: {
    attemptBonus: 0.2,
    successBonus: 0.5,
    failurePenalty: 0.1,
    progressBonus: 0.15,
    finalBonus: 0.4,
  },
  parts: ({ result: { success, output }, isFinal }, weights) => ({
    attempt: weights.attemptBonus,
    success: when(success, weights.successBonus),
    failure: when(!success, -weights.failurePenalty),
    progress: when(countCodePoints(output) > 50, weights.progressBonus),
    final: when(isFinal, weights.finalBonus),
  }),
});
