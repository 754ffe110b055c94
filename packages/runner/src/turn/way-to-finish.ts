import type { RlmPlan } from '../run/rlm-plan.js';

/** How a block ends the run by the first dialect that is chosen, as the end of a sentence. */
export function wayToFinish({ dialects, options }: Pick<RlmPlan, 'dialects' | 'options'>): string {
  const isPython = options.sandbox.language === 'python';
  switch (dialects[0]?.session) {
    case 'submit':
      return `finish with \`SUBMIT(${isPython ? 'answer=value' : '{ answer: value }'})\` in a block.`;
    case 'answer':
      return isPython
        ? 'finish with `answer["content"] = value` and `answer["ready"] = True` in a block.'
        : 'finish with `answer.content = value` and `answer.ready = true` in a block.';
    default:
      return 'finish with `FINAL(value)` in a block.';
  }
}
