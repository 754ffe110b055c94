import { proceed, stop } from '../define/define-termination.js';
import type { TerminationPolicy } from '../shapes.js';
import { asPolicy, type Condition } from './condition.js';

/** Ends a run exactly when the policy would not: of use inside {@link allOf}. It never has an answer. */
export function not(condition: Condition): TerminationPolicy {
  const policy = asPolicy(condition);
  return {
    name: 'not',
    description: `not: ${policy.name}`,
    shouldTerminate: (result, context) =>
      policy.shouldTerminate(result, context).terminate
        ? proceed
        : stop('not', `The policy '${policy.name}' does not end the run`),
    reset() {
      policy.reset();
    },
  };
}
