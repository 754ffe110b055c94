import { definedFields } from '@rlm/repl-types/internal';
import type {
  ActionResult,
  PolicyContext,
  TerminationDecision,
  TerminationPolicy,
  AnswerReview,
} from '@rlm/policies';
import { checkDecision, checkReview } from '@rlm/policies/internal';

import type { PolicyDecision } from '../events/events.js';
import { resetPolicies, type ResetFault } from '../policies/make-policies.js';
import type { StopReason } from '../contract/stop-reason.js';
import type { Diagnostic, SentBack } from '../contract/context.js';
import { failed } from './opinion.js';

/**
 * The verdict of a stage: the decision of each policy that was asked, and the stop if the last of
 * them stops the run.
 */
export interface StageVerdict {
  readonly stop?: StopReason;
  readonly decisions: readonly PolicyDecision[];
}

/**
 * The policies, or the guards, of one run, reset for it: asked in order until one stops the run.
 */
export class PolicyStage {
  readonly #rank: 'policy' | 'guard';
  readonly #policies: readonly TerminationPolicy[];
  readonly #diagnose: (diagnostic: Diagnostic) => void;
  readonly #fault: ResetFault | undefined;

  constructor(
    rank: 'policy' | 'guard',
    policies: readonly TerminationPolicy[],
    diagnose: (diagnostic: Diagnostic) => void,
  ) {
    this.#rank = rank;
    this.#policies = policies;
    this.#fault = resetPolicies(policies);
    this.#diagnose = diagnose;
  }

  get isEmpty(): boolean {
    return this.#policies.length === 0;
  }

  /**
   * Asks before a step. Throws `PolicyError` if a policy throws, or returns something other than a
   * decision.
   */
  before(context: PolicyContext): StageVerdict {
    if (this.#fault !== undefined) {
      throw failed(`policy '${this.#fault.policy}'`, this.#fault.error);
    }
    return this.#ask(context.step, (policy) =>
      policy.beforeStep === undefined ? undefined : () => policy.beforeStep?.(context),
    );
  }

  /** Asks after a step; throws as {@link before} does. */
  after(result: ActionResult, context: PolicyContext): StageVerdict {
    return this.#ask(context.step, (policy) => () => policy.shouldTerminate(result, context));
  }

  get hasReviews(): boolean {
    return this.#policies.some((policy) => policy.reviewAnswer !== undefined);
  }

  /**
   * Asks about an answer: the first policy that sends it back decides. Throws as {@link before}
   * does.
   */
  review(result: ActionResult, context: PolicyContext): SentBack | undefined {
    for (const policy of this.#policies) {
      if (policy.reviewAnswer === undefined) continue;
      const review = reviewOf(policy.name, () => policy.reviewAnswer?.(result, context));
      if (!review.accept) return { code: review.code, reason: review.reason };
      if (review.note !== undefined) {
        this.#diagnose({ code: policy.name, message: review.note, step: context.step });
      }
    }
    return undefined;
  }

  #ask(
    step: number,
    question: (policy: TerminationPolicy) => (() => unknown) | undefined,
  ): StageVerdict {
    const decisions: PolicyDecision[] = [];
    for (const policy of this.#policies) {
      const ask = question(policy);
      if (ask === undefined) continue;
      const decision = answerOf(policy.name, ask);
      decisions.push(decisionOf(policy.name, decision));
      if (decision.terminate) return { stop: this.#stopBy(decision), decisions };
      if (decision.note !== undefined) {
        this.#diagnose({ code: policy.name, message: decision.note, step });
      }
    }
    return { decisions };
  }

  #stopBy({
    code,
    reason,
    answer,
    variable,
  }: TerminationDecision & { terminate: true }): StopReason {
    return Object.freeze(
      definedFields({
        finishReason: this.#rank,
        code,
        message: reason,
        answer: answer ?? undefined,
        variable,
      }),
    );
  }
}

function decisionOf(policy: string, decision: TerminationDecision): PolicyDecision {
  if (decision.terminate) {
    return { policy, terminate: true, code: decision.code, reason: decision.reason };
  }
  const { note } = decision;
  return { policy, terminate: false, reason: note };
}

function answerOf(name: string, ask: () => unknown): TerminationDecision {
  try {
    return checkDecision(name, ask());
  } catch (error) {
    throw failed(`policy '${name}'`, error);
  }
}

function reviewOf(name: string, ask: () => unknown): AnswerReview {
  try {
    return checkReview(name, ask());
  } catch (error) {
    throw failed(`policy '${name}'`, error);
  }
}
