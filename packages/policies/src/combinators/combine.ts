import { checkDecision } from '../define/check-decision.js';
import { proceed } from '../define/define-termination.js';
import { PolicyError } from '../policy-error.js';
import type { TerminationDecision, TerminationPolicy } from '../shapes.js';

/** Weighs what several policies decide about one step. */
export type Judge = (decisions: readonly TerminationDecision[]) => TerminationDecision;

/** Makes one policy out of several: all of them see each step, and `judge` weighs what they decide. */
export function combine(
  name: string,
  policies: readonly TerminationPolicy[],
  judge: Judge,
  judgeBefore: Judge = judge,
): TerminationPolicy {
  if (policies.length === 0)
    throw new PolicyError('invalid_policy', `${name}: expected at least one policy, got none`);
  return {
    name,
    description: `${name}: ${policies.map((policy) => policy.name).join(', ')}`,
    shouldTerminate: (result, context) =>
      judge(
        policies.map((policy) =>
          checkDecision(policy.name, policy.shouldTerminate(result, context)),
        ),
      ),
    beforeStep: (context) =>
      judgeBefore(
        policies.map((policy) =>
          policy.beforeStep === undefined
            ? proceed
            : checkDecision(policy.name, policy.beforeStep(context)),
        ),
      ),
    reset() {
      for (const policy of policies) policy.reset();
    },
  };
}
