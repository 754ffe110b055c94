import { fromStopCondition } from '../ai-sdk/from-stop-condition.js';
import type { PolicyNames } from '../define/policy-names.js';
import type { TerminationPolicy } from '../shapes/policy.js';
import { policiesFor, policyFor } from './condition.js';

/** Makes a policy of whatever may stand for one. */
export function asPolicy(condition: unknown): TerminationPolicy {
  return policyFor(condition, undefined, fromStopCondition);
}

/** Makes the policies that are to be combined. Throws `PolicyError` (`invalid_policy`) where there is none. */
export function asPolicies(
  name: string,
  conditions: readonly unknown[],
  source?: PolicyNames,
): readonly TerminationPolicy[] {
  return policiesFor(name, conditions, source, fromStopCondition);
}
