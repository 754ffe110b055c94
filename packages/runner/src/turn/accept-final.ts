import { loadOnce } from '@rlm/repl-types/internal';

import type { RlmPlan } from '../run/rlm-plan.js';
import type { AnswerSource } from '../result.js';
import type { Acceptance, AcceptanceState } from './answer.js';
import { answerOf, answersNothing } from './answer-of.js';
import type * as CheckFinal from './check-final.js';

/** Loads what checks answers, and what refuses them. */
export const finalChecks: () => Promise<typeof CheckFinal> = /* @__PURE__ */ loadOnce(
  () => import('./check-final.js'),
);

/** Accepts an answer, unless it answers nothing, or the run has conditions or a schema that it does not meet. */
export async function acceptFinal(
  value: unknown,
  source: AnswerSource,
  plan: RlmPlan,
  state: AcceptanceState,
): Promise<Acceptance> {
  const { minSteps = 0, requireExecution = false, rejectEmptyFinal = false } = plan.options;
  const isChecked = minSteps > 0 || requireExecution || rejectEmptyFinal;
  if (isChecked || plan.schema !== undefined || answersNothing(value)) {
    return (await finalChecks()).checkFinal(value, source, plan, state);
  }
  return { answer: answerOf(value, source), notices: [] };
}
