import { rewardPolicies } from '../reward/index.js';
import { createPolicyRegistry } from './create-policy-registry.js';
import type { PolicyRegistry } from './types.js';

/** A registry of the built-in policies, rewards included: where runs look names up that have no registry of their own. */
export function builtInRegistry(): PolicyRegistry {
  return createPolicyRegistry({ families: [rewardPolicies] });
}
