import { proceed, stop } from '../define/decisions.js';
import { defineTermination, type TerminationFactory } from '../define/define-termination.js';
import { resultText } from '../guard/identity.js';
import { turnOf } from '../guard/turn-of.js';
import type { ActionResult, PolicyContext } from '../shapes/policy.js';

/** Options of `no_progress`. */
export interface NoProgressOptions {
  /** Consecutive steps that bring nothing new. Default: 5. */
  readonly maxSteps?: number | undefined;
}

/**
 * `no_progress`: ends a run after consecutive steps without a new variable, output or tool result. Long outputs are
 * remembered by their length and their ends.
 */
export const noProgress: TerminationFactory<NoProgressOptions> = defineTermination({
  name: 'no_progress',
  description: 'When steps bring nothing new',
  defaults: { maxSteps: 5 },
  start({ maxSteps }) {
    const seen = new Set<string>();
    let streak = 0;
    return (result, context) => {
      const before = seen.size;
      for (const text of tracesOf(result, context)) seen.add(trace(text));
      streak = seen.size > before ? 0 : streak + 1;
      return streak >= maxSteps ? stop('no_progress', `${streak} steps in a row`) : proceed;
    };
  },
});

function tracesOf(result: ActionResult, context: PolicyContext): readonly string[] {
  const { newVariables = Object.keys(context.variables) } = result.metadata;
  return [
    ...(newVariables as readonly string[]).map((name) => `variable ${name}`),
    ...[result.output, ...turnOf(result).results.map(resultText)].filter((text) => text.trim()),
  ];
}

/** The memory of a text: all of a short one; the length and both ends of a long one. */
function trace(text: string): string {
  return `${text.length}${text.slice(0, 300)}${text.slice(-300)}`;
}
