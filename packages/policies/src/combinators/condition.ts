import { describeValue } from '@rlm/repl-types/internal';

import type { StopCondition } from '../ai-sdk/stop-condition.js';
import type { AnyPolicyFactory } from '../define/define-policy.js';
import type { PolicyNames } from '../define/policy-names.js';
import { PolicyError } from '../policy-error.js';
import type { TerminationPolicy } from '../shapes/policy.js';

/** What combinators combine: a policy, a factory with its defaults, or a stop condition. */
export type Condition =
  | TerminationPolicy
  // Without the factory's call signature, so that the parameters of a written-out condition have types.
  | Pick<AnyPolicyFactory<TerminationPolicy>, 'policyName' | 'description' | 'defaultConfig'>
  | StopCondition;

/** A policy by its name, with its own configuration. */
export interface NamedCondition {
  readonly name: string;
  readonly config?: object | null;
}

/** Makes a policy of a stop condition. */
type OfStopCondition = (condition: StopCondition) => TerminationPolicy;

/** The policy that a condition stands for. */
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

/** The policies that are to be combined. Throws `PolicyError` (`invalid_policy`) where there is none. */
export function policiesFor(
  name: string,
  conditions: readonly unknown[],
  source: PolicyNames | undefined,
  ofStopCondition: OfStopCondition,
): readonly TerminationPolicy[] {
  if (conditions.length === 0)
    throw new PolicyError('invalid_policy', `${name}: expected at least one policy, got none`);
  return conditions.map((condition) => policyFor(condition, source, ofStopCondition));
}
