import { describeValue } from '@rlm/repl-types/internal';

import type { StopCondition } from '../ai-sdk/stop-condition.js';
import type { AnyPolicyFactory } from '../define/define-policy.js';
import type { PolicyNames } from '../define/policy-names.js';
import { PolicyError } from '../policy-error.js';
import type { TerminationPolicy } from '../shapes/policy.js';

/** What combinators combine: a policy, a factory with its defaults, or a stop condition. */
export type Condition =
  | TerminationPolicy
  // Without the factory's call signature, so that the parameters of an inline condition have types.
  | Pick<AnyPolicyFactory<TerminationPolicy>, 'policyName' | 'description' | 'defaultConfig'>
  | StopCondition;

/** A policy by its name, with its own configuration. */
interface NamedCondition {
  readonly name: string;
  readonly config?: object | null;
}

/** Makes a policy from a stop condition. */
type OfStopCondition = (condition: StopCondition) => TerminationPolicy;

/** Returns the policy of a condition. */
export function policyFor(
  condition: unknown,
  source: PolicyNames | undefined,
  ofStopCondition: OfStopCondition,
): TerminationPolicy {
  if (typeof condition === 'function')
    return 'policyName' in condition
      ? (condition as AnyPolicyFactory<TerminationPolicy>)(undefined, source)
      : ofStopCondition(condition as StopCondition);
  const named = condition as Partial<TerminationPolicy & NamedCondition> | null | undefined;
  const name = typeof condition === 'string' ? condition : named?.name;
  if (typeof named?.shouldTerminate === 'function') return named as TerminationPolicy;
  if (source !== undefined && typeof name === 'string')
    return source.getTermination(name, named?.config);
  throw new PolicyError('invalid_policy', `Expected a policy, got ${describeValue(condition)}`);
}

/**
 * Returns the policies of the conditions of a combinator. Throws `PolicyError` (`invalid_policy`) if there are no
 * conditions.
 */
export function policiesFor(
  name: string,
  conditions: readonly unknown[],
  source: PolicyNames | undefined,
  ofStopCondition: OfStopCondition,
): readonly TerminationPolicy[] {
  if (conditions.length === 0)
    throw new PolicyError(
      'invalid_policy',
      `Expected ${name} to combine at least one policy, got none.`,
    );
  return conditions.map((condition) => policyFor(condition, source, ofStopCondition));
}
