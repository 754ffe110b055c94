import { actionPolicies, type ActionPolicy } from '../src/action/index.js';
import { createPolicyRegistry, type TerminationPolicy } from '../src/index.js';
import { rewardPolicies, type RewardPolicy } from '../src/reward/index.js';

/** The built-in policies that have no factory of their own in a public entry: a registry makes them by name, as for users. */
const registry = createPolicyRegistry({
  families: [rewardPolicies, actionPolicies],
});

type Make<Policy> = (config?: object) => Policy;

const termination =
  (name: string): Make<TerminationPolicy> =>
  (config) =>
    registry.getTermination(name, config);
const reward =
  (name: string): Make<RewardPolicy> =>
  (config) =>
    registry.getReward(name, config);
const action =
  (name: string): Make<ActionPolicy> =>
  (config) =>
    registry.getAction(name, config);

export const convergence: Make<TerminationPolicy> = termination('convergence');
export const costBudget: Make<TerminationPolicy> = termination('cost_budget');
export const coverage: Make<TerminationPolicy> = termination('coverage');
export const errorStreak: Make<TerminationPolicy> = termination('error_streak');
export const finalPattern: Make<TerminationPolicy> = termination('final_pattern');
export const noProgress: Make<TerminationPolicy> = termination('no_progress');
export const repeatedResponse: Make<TerminationPolicy> = termination('repeated_response');
export const trivialResponse: Make<TerminationPolicy> = termination('trivial_response');
export const wallClock: Make<TerminationPolicy> = termination('wall_clock');
export const defaultReward: Make<RewardPolicy> = reward('default');
export const lenientReward: Make<RewardPolicy> = reward('lenient');
export const researchReward: Make<RewardPolicy> = reward('research');
export const greedy: Make<ActionPolicy> = action('greedy');
export const sampling: Make<ActionPolicy> = action('sampling');
export const mcts: Make<ActionPolicy> = action('mcts');
