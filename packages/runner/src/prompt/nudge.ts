import type { RlmPlan } from '../plan/rlm-plan.js';
import { wordsOf } from './language-words.js';

/** What a model is told that neither wrote code nor finished. */
export function renderNudge(plan: RlmPlan): string {
  const { submit } = wordsOf(plan.options.sandbox.language);
  const finish = plan.dialects.includes('final')
    ? 'finish with FINAL(the answer) on a line of its own'
    : plan.dialects.includes('submit')
      ? `finish with ${submit} in a block`
      : 'finish through the variable `answer` in a block';
  return `That reply had neither code nor an answer. Write one block tagged \`repl\`, or ${finish}.`;
}
