import { fromStopCondition } from '../ai-sdk/from-stop-condition.js';
import type { PolicyNames } from '../define/policy-names.js';
import type { TerminationPolicy } from '../shapes/policy.js';
import { policiesFor, policyFor } from './condition.js';

/** Makes a policy from any condition. */
export function asPolicy(condition: unknown): TerminationPolicy {
  return policyFor(condition, undefined, fromStopCondition);
}

/**
 * Makes policies from the conditions of a combinator. Throws `PolicyError` (`invalid_policy`) if there are no
 * conditions.
 */
export function asPolicies(
  name: string,
  conditions: readonly unknown[],
  source?: PolicyNames,
): readonly TerminationPolicy[] {
  return policiesFor(name, conditions, source, fromStopCondition);
}
