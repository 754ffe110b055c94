import { countCodePoints } from '@rlm/repl-types/internal';

import { defineReward, when, type RewardFactory } from './define-reward.js';
import { lenientWeights, type LenientRewardWeights } from './weights.js';

/** `lenient`: a forgiving reward that encourages exploration. More than 50 code points of output count as progress. */
export const lenientReward: RewardFactory<LenientRewardWeights> = defineReward({
  name: 'lenient',
  description: 'Forgiving, encourages exploration',
  weights: lenientWeights,
  parts: ({ result: { success, output }, isFinal }, weights) => ({
    attempt: weights.attemptBonus,
    success: when(success, weights.successBonus),
    failure: when(!success, -weights.failurePenalty),
    progress: when(countCodePoints(output) > 50, weights.progressBonus),
    final: when(isFinal, weights.finalBonus),
  }),
});
