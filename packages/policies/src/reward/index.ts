import type { PolicyFamily } from '../define/kinds.js';
import { defaultReward } from './default.js';
import { lenientReward } from './lenient.js';
import { researchReward } from './research.js';
import { strictReward } from './strict.js';

export {
  defineReward,
  when,
  type RewardDefinition,
  type RewardFactory,
  type RewardParts,
  type Rewarded,
} from './define-reward.js';
export { rewardBy, type RewardFunction } from './reward-by.js';
export type { RewardPolicy, RewardSignal } from '../shapes/reward.js';
export { valueStep } from './value-step.js';
export { withReward } from './with-reward.js';
export type { DefaultRewardWeights } from './default.js';
export type { LenientRewardWeights } from './lenient.js';
export type { ResearchRewardWeights } from './research.js';
export type { StrictRewardWeights } from './strict.js';

/** The built-in reward policies, for `createPolicyRegistry({ families: [rewardPolicies] })`. */
export const rewardPolicies: PolicyFamily<'reward'> = {
  kind: 'reward',
  policies: [defaultReward, strictReward, lenientReward, researchReward],
};
