import { createPolicyRegistry, type PolicyNames, type TerminationPolicy } from '@rlm/policies';
import { rewardBy, rewardPolicies, type RewardPolicy } from '@rlm/policies/reward';

import type { NamedPolicySource, RewardSource } from './policy-options.js';

/** Finds policies of either kind: in the registry that is given, or among the built-in ones. */
export interface PolicyFinder {
  /** A fresh termination policy. */
  termination(source: string | NamedPolicySource): TerminationPolicy;
  /** The reward policy that a source stands for. */
  reward(source: RewardSource): RewardPolicy;
}

/** A finder for a run's registry. Its methods throw `PolicyError` for what they do not find. */
export function policyFinder(registry: PolicyNames | undefined): PolicyFinder {
  const builtIn = () => createPolicyRegistry({ families: [rewardPolicies] });
  const hasRewards =
    registry?.getReward !== undefined && (registry.list?.('reward').length ?? 1) > 0;
  return {
    termination(source) {
      const { name, config } = named(source);
      return (registry ?? builtIn()).getTermination(name, config);
    },
    reward(source) {
      if (typeof source === 'function') {
        return 'policyName' in source
          ? (source as unknown as () => RewardPolicy)()
          : rewardBy(source);
      }
      if (typeof source === 'object' && 'calculate' in source) return source;
      const { name, config } = named(source as string | NamedPolicySource);
      return hasRewards && registry.getReward !== undefined
        ? registry.getReward(name, config)
        : builtIn().getReward(name, config);
    },
  };
}

function named(source: string | NamedPolicySource): NamedPolicySource {
  return typeof source === 'string' ? { name: source } : source;
}
