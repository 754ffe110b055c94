import { proceed } from '../define/define-termination.js';
import type { TerminationDecision } from '../shapes/policy.js';
import { anySendsBack } from './combine.js';
import { combinator, type Combinator } from './combinator.js';

/**
 * Ends a run as soon as one of the policies does. The answer is the first that any of them has; without
 * one, an empty final action yields to a rule that has more to say. An answer goes back as soon as one sends it back. Throws `PolicyError` for no policy.
 */
export const anyOf: Combinator = /* @__PURE__ */ combinator('any_of', judgeAny, anySendsBack);

/** The decision of policies of which any may end the run. */
export function judgeAny(decisions: readonly TerminationDecision[]): TerminationDecision {
  const ends = decisions.filter((decision) => decision.terminate);
  const best =
    ends.find(({ answer, fallback }) => answer !== null && !fallback) ??
    ends.find(({ answer }) => answer !== null) ??
    ends.find(({ code }) => code !== 'final_action') ??
    ends[0];
  return best ?? decisions.find((decision) => !decision.terminate && decision.note) ?? proceed;
}
