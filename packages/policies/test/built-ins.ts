import { actionPolicies, type ActionPolicy } from '../src/action/index.js';
import { createPolicyRegistry } from '../src/index.js';
import { rewardPolicies, type RewardPolicy } from '../src/reward/index.js';

/** The built-in rewards and actions that have no factory of their own in a public entry: a registry makes them by name, as for users. */
const registry = createPolicyRegistry({
  families: [rewardPolicies, actionPolicies],
});

type Make<Policy> = (config?: object) => Policy;

const reward =
  (name: string): Make<RewardPolicy> =>
  (config) =>
    registry.getReward(name, config);
const action =
  (name: string): Make<ActionPolicy> =>
  (config) =>
    registry.getAction(name, config);

export const defaultReward: Make<RewardPolicy> = reward('default');
export const lenientReward: Make<RewardPolicy> = reward('lenient');
export const researchReward: Make<RewardPolicy> = reward('research');
export const greedy: Make<ActionPolicy> = action('greedy');
export const sampling: Make<ActionPolicy> = action('sampling');
export const mcts: Make<ActionPolicy> = action('mcts');
