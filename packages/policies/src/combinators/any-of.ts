import { proceed } from '../define/define-termination.js';
import type { TerminationDecision, TerminationPolicy } from '../shapes.js';
import { combine } from './combine.js';
import { asPolicy, type Condition } from './condition.js';

/**
 * Ends a run as soon as one of the policies does. The answer is the first that any of them has; without
 * one, an empty final action yields to a rule that has more to say. Throws `PolicyError` for no policy.
 */
export function anyOf(
  ...conditions: readonly (Condition | readonly Condition[])[]
): TerminationPolicy {
  return combine(
    'any_of',
    conditions.flat().map((each) => asPolicy(each)),
    judgeAny,
  );
}

/** The decision of policies of which any may end the run. */
export function judgeAny(decisions: readonly TerminationDecision[]): TerminationDecision {
  const ends = decisions.filter((decision) => decision.terminate);
  const best =
    ends.find(({ answer }) => answer !== null) ??
    ends.find(({ code }) => code !== 'final_action') ??
    ends[0];
  if (best === undefined)
    return decisions.find((decision) => !decision.terminate && decision.note) ?? proceed;
  const { fallback, ...firm } = best;
  return fallback && ends.every((decision) => decision.fallback) ? best : firm;
}
