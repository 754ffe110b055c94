import { proceed } from '../define/decisions.js';
import type { TerminationDecision } from '../shapes/policy.js';
import { anySendsBack } from './combine.js';
import { combinator, type Combinator } from './combinator.js';

/**
 * Ends a run as soon as one of the policies does. The answer is the first one that a policy has. Without an answer, an
 * empty final action gives way to a rule with a better reason. An answer goes back as soon as one policy sends it back.
 * Throws `PolicyError` if no policy is given.
 */
export const anyOf: Combinator = combinator('any_of', judgeAny, anySendsBack);

/** The joint decision of policies, any of which may end the run. */
export function judgeAny(decisions: readonly TerminationDecision[]): TerminationDecision {
  const ends = decisions.filter((decision) => decision.terminate);
  const best =
    ends.find(({ answer, fallback }) => answer !== null && !fallback) ??
    ends.find(({ answer }) => answer !== null) ??
    ends.find(({ code }) => code !== 'final_action') ??
    ends[0];
  return best ?? decisions.find((decision) => !decision.terminate && decision.note) ?? proceed;
}
