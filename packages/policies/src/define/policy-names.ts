import type { RewardPolicy } from '../shapes/reward.js';
import type { TerminationPolicy } from '../shapes/policy.js';

/** Looks policies up by name. A registry is one. */
export interface PolicyNames {
  /** A fresh instance of a termination policy. */
  getTermination(name?: string | null, config?: object | null): TerminationPolicy;
  /** A fresh instance of a reward policy. */
  getReward?(name?: string | null, config?: object | null): RewardPolicy;
  /** The policies of a kind. */
  list?(kind: 'termination' | 'reward'): readonly PolicyName[];
}

/** A policy as {@link PolicyNames} lists it. */
export interface PolicyName {
  readonly name: string;
  /** Where it comes from: `replacement` means that it was registered in place of a built-in one. */
  readonly origin?: string;
}
