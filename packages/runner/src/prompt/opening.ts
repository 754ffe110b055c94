import type { RunContext } from '@rlm/penguin-engine/kernel';
import type { ModelMessage } from '@rlm/penguin-engine/model';
import type { REPLVariable } from '@rlm/repl-types';

import { message } from '../history/transcript-turn.js';
import type { RlmPlan } from '../plan/rlm-plan.js';
import { renderBudget } from '../budget-left.js';
import { promptFacts } from './facts.js';
import { renderSystemPrompt } from './system-prompt.js';

/** The first messages of a run: the system prompt and the question. */
export function openingMessages(
  plan: RlmPlan,
  variables: readonly REPLVariable[],
  context: RunContext,
): readonly ModelMessage[] {
  const system = renderSystemPrompt(promptFacts(plan, variables), plan.options.prompt);
  return [
    message('system', system),
    message('user', `Question: ${plan.query}\n\n${renderBudget(context)}`),
  ];
}
