import { proceed } from '../define/decisions.js';
import type { TerminationDecision } from '../shapes/policy.js';
import { allSendBack } from './combine.js';
import { combinator, type Combinator } from './combinator.js';

/**
 * Ends a run when all policies end it at the same step. The answer is the first one that a policy has. A substitute
 * rule (`fallback`) does not count as agreement. An answer goes back if all policies send it back. Throws `PolicyError`
 * if no policy is given.
 */
export const allOf: Combinator = combinator('all_of', judgeAll, allSendBack);

/** The joint decision of policies that must agree. */
export function judgeAll(decisions: readonly TerminationDecision[]): TerminationDecision {
  const ends = decisions.filter((decision) => decision.terminate && !decision.fallback);
  if (ends.length < decisions.length)
    return decisions.find((decision) => !decision.terminate && decision.note) ?? proceed;
  return (
    ends.find((decision) => decision.terminate && decision.answer !== null) ?? ends[0] ?? proceed
  );
}
