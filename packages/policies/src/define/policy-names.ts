import type { RewardPolicy } from '../shapes/reward.js';
import type { TerminationPolicy } from '../shapes/policy.js';

/** Where policies are looked up by name; a registry is one. */
export interface PolicyNames {
  /** A fresh instance of a termination policy. */
  getTermination(name?: string | null, config?: object | null): TerminationPolicy;
  /** A fresh instance of a reward policy. */
  getReward?(name?: string | null, config?: object | null): RewardPolicy;
  /** What it holds of a kind. */
  list?(kind: 'termination' | 'reward'): readonly PolicyName[];
}

/** A policy as {@link PolicyNames} lists it. */
export interface PolicyName {
  readonly name: string;
  /** Whose it is: `replacement` for one that was registered in place of a built-in one. */
  readonly origin?: string;
}
