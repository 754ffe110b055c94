import { checkDecision } from '../define/check-decision.js';
import { checkReview } from '../define/check-review.js';
import { resetPolicy } from '../define/at-once.js';
import { accepted, proceed } from '../define/decisions.js';
import { needing, needsOf } from '../define/needs.js';
import { nestingAround } from '../define/nesting.js';
import type { AnswerReview, TerminationDecision, TerminationPolicy } from '../shapes/policy.js';

/** Combines the decisions of several policies about one step. */
export type Judge = (decisions: readonly TerminationDecision[]) => TerminationDecision;

/** Combines the reviews of several policies of one answer. */
export type JudgeReviews = (reviews: readonly AnswerReview[]) => AnswerReview;

/** An answer goes back as soon as one policy sends it back. */
export const anySendsBack: JudgeReviews = (reviews) =>
  reviews.find(({ accept }) => !accept) ?? reviews[0] ?? accepted;

/** An answer goes back if all policies send it back. */
export const allSendBack: JudgeReviews = (reviews) =>
  reviews.find(({ accept }) => accept) ?? reviews[0] ?? accepted;

/** Makes one policy from several. All of them see each step, and `judge` combines their decisions. */
export function combine(
  name: string,
  policies: readonly TerminationPolicy[],
  judge: Judge,
  judgeReviews: JudgeReviews,
  judgeBefore: Judge = judge,
): TerminationPolicy {
  return {
    ...nestingAround(name, policies),
    ...needing(policies.flatMap(needsOf)),
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
    ...(policies.every((policy) => policy.reviewAnswer === undefined)
      ? {}
      : {
          reviewAnswer: (result, context) =>
            judgeReviews(
              policies.map((policy) =>
                policy.reviewAnswer === undefined
                  ? accepted
                  : checkReview(policy.name, policy.reviewAnswer(result, context)),
              ),
            ),
        }),
    reset() {
      for (const policy of policies) resetPolicy(policy);
    },
  };
}
