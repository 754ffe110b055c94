import { loadOnce } from '@rlm/repl-types/internal';
import { formatFinalAnswer } from '@rlm/termination/internal';

import type { RlmPlan } from '../run/rlm-plan.js';
import type { AnswerSource } from '../result.js';
import type { Acceptance, AcceptanceState } from './answer.js';
import type * as CheckFinal from './check-final.js';

/** Loads what checks answers, and what refuses them. */
export const finalChecks: () => Promise<typeof CheckFinal> = /* @__PURE__ */ loadOnce(
  () => import('./check-final.js'),
);

/** Accepts an answer, unless the run has conditions or a schema that it does not meet. */
export async function acceptFinal(
  value: unknown,
  source: AnswerSource,
  plan: RlmPlan,
  state: AcceptanceState,
): Promise<Acceptance> {
  const { minSteps = 0, requireExecution = false, rejectEmptyFinal = false } = plan.options;
  const isChecked = minSteps > 0 || requireExecution || rejectEmptyFinal;
  if (isChecked || plan.schema !== undefined) {
    return (await finalChecks()).checkFinal(value, source, plan, state);
  }
  return { answer: { text: formatFinalAnswer(value), value, source }, notices: [] };
}
