import {
  createPolicyRegistry,
  type AnswerReview,
  type PolicyNames,
  type TerminationPolicy,
} from '@rlm/policies';
import { rewardBy, rewardPolicies, type RewardPolicy } from '@rlm/policies/reward';
import { askHook } from '@rlm/repl-types/internal';

import type { RewardSource } from '../contract/policy-options.js';

/** A policy by its name in a registry, with its configuration. */
export interface PolicyByName {
  readonly name: string;
  readonly config?: object | null | undefined;
}

/** Where policies are looked up by name. A wrong name or configuration throws a `PolicyError`. */
export interface PolicyFinder {
  /** A fresh termination policy. */
  termination(named: PolicyByName): TerminationPolicy;
  /** A reward policy. */
  reward(named: PolicyByName): RewardPolicy;
}

/**
 * The finder of a run: the given registry, and the built-in policies for what the registry lacks:
 * rewards, or everything if there is no registry.
 */
export function policyFinder(registry: PolicyNames | undefined): PolicyFinder {
  const builtIns = createPolicyRegistry({ families: [rewardPolicies] });
  const listed = askHook('list() of the policy registry', () => registry?.list?.('reward'));
  const hasRewards = (listed?.length ?? 1) > 0;
  return {
    termination({ name, config }) {
      if (registry !== undefined) return registry.getTermination(name, config);
      // Each is asked about answers, also one that accepts all: a journal has a line for that.
      return { reviewAnswer: () => accepted, ...builtIns.getTermination(name, config) };
    },
    reward: ({ name, config }) =>
      (hasRewards ? registry?.getReward?.(name, config) : undefined) ??
      builtIns.getReward(name, config),
  };
}

const accepted: AnswerReview = { accept: true };

/** The reward policy that a source describes. */
export function rewardOf(source: RewardSource, finder: PolicyFinder): RewardPolicy {
  if (typeof source === 'function') {
    return 'policyName' in source ? (source as unknown as () => RewardPolicy)() : rewardBy(source);
  }
  if (typeof source === 'object' && 'calculate' in source) return source;
  return finder.reward(named(source as string | PolicyByName));
}

/** A source given by name, with its configuration. */
export function named(source: string | PolicyByName): PolicyByName {
  return typeof source === 'string' ? { name: source } : source;
}
