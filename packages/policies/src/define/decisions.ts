import type { AnswerReview, TerminationDecision } from '../shapes/policy.js';

/** The review that accepts an answer. */
export const accepted: AnswerReview = Object.freeze({ accept: true });

/** The decision to go on. */
export const proceed: TerminationDecision = Object.freeze({ terminate: false });

/** The decision to end a run, with the rule's name, a sentence for people, and the answer if there is one. */
export function stop(
  code: string,
  reason: string,
  answer: string | null = null,
): TerminationDecision {
  return { terminate: true, answer, code, reason };
}
