import { describeValue } from '@rlm/repl-types/internal';

import { fromStopCondition } from '../ai-sdk/from-stop-condition.js';
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

/** Makes a policy from any condition. A name is looked up in `source`. */
export function asPolicy(condition: unknown, source?: PolicyNames): TerminationPolicy {
  if (typeof condition === 'function')
    return 'policyName' in condition
      ? (condition as AnyPolicyFactory<TerminationPolicy>)(undefined, source)
      : fromStopCondition(condition as StopCondition);
  const named = condition as Partial<TerminationPolicy & NamedCondition> | null | undefined;
  const name = typeof condition === 'string' ? condition : named?.name;
  if (typeof named?.shouldTerminate === 'function') return named as TerminationPolicy;
  if (source !== undefined && typeof name === 'string')
    return source.getTermination(name, named?.config);
  throw new PolicyError('invalid_policy', `Expected a policy, got ${describeValue(condition)}`);
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
  if (conditions.length === 0)
    throw new PolicyError(
      'invalid_policy',
      `Expected ${name} to combine at least one policy, got none.`,
    );
  return conditions.map((condition) => asPolicy(condition, source));
}
