import { rewardPolicies } from '../reward/index.js';
import { createPolicyRegistry } from './create-policy-registry.js';
import type { PolicyRegistry } from './types.js';

/** A registry of the built-in policies, including rewards. Runs without their own registry look names up in it. */
export function builtInRegistry(): PolicyRegistry {
  return createPolicyRegistry({ families: [rewardPolicies] });
}
