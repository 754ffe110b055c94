import type { TerminationPolicy } from '@rlm/policies';
import { resetPolicy } from '@rlm/policies/internal';
import { checkOption, isPromise, refuseOption } from '@rlm/repl-types/internal';
import { required } from '@rlm/repl-types/options';

import type { RunPolicy } from '../contract/policy-options.js';
import { policyRule } from '../options/check-run.js';

/**
 * Makes the policies of `option`. Throws `InvalidOptionError` if a recipe does not return a policy.
 */
export function makePolicies(
  option: 'policies' | 'guards',
  sources: readonly RunPolicy[] = [],
): readonly TerminationPolicy[] {
  return sources.map((source, index) => {
    if (typeof source !== 'function') return source;
    const made = source();
    isPromise(made);
    checkOption(`${option}[${index}]()`, made, required(policyRule), refuseOption);
    return made;
  });
}

/** What the `reset` of a policy threw. */
export interface ResetFault {
  readonly policy: string;
  readonly error: unknown;
}

/** Resets policies for a run. Returns the first fault, if one could not be reset. */
export function resetPolicies(policies: readonly TerminationPolicy[]): ResetFault | undefined {
  let fault: ResetFault | undefined;
  for (const policy of policies) {
    try {
      resetPolicy(policy);
    } catch (error) {
      fault ??= { policy: policy.name, error };
    }
  }
  return fault;
}
