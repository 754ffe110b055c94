import {
  defineTermination,
  proceed,
  stop,
  type TerminationFactory,
} from '../define/define-termination.js';
import { resultText } from '../guard/identity.js';
import { turnOf } from '../guard/turn-of.js';
import type { ActionResult, PolicyContext } from '../shapes.js';

/** Options of {@link noProgress}. */
export interface NoProgressOptions {
  /** Steps in a row that bring nothing new. Default: 5. */
  readonly maxSteps?: number;
}

/** Near the largest for which `mark * 33` is still exact. */
const largePrime = 272_942_396_385_059;

/**
 * `no_progress`: ends a run after steps in a row without a new variable, output or result of a tool.
 * Remembers what it has seen by number, 48 bits a text, so that long outputs are not kept.
 */
export const noProgress: TerminationFactory<NoProgressOptions> = defineTermination({
  name: 'no_progress',
  description: 'Stop when steps bring nothing new',
  defaults: { maxSteps: 5 },
  start({ maxSteps }) {
    const seen = new Set<number>();
    let streak = 0;
    return (result, context) => {
      const before = seen.size;
      for (const text of tracesOf(result, context)) seen.add(fingerprint(text));
      streak = seen.size > before ? 0 : streak + 1;
      return streak >= maxSteps
        ? stop('no_progress', `${streak} steps in a row brought nothing new`)
        : proceed;
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

function fingerprint(text: string): number {
  let mark = text.length;
  for (let at = 0; at < text.length; at++) mark = (mark * 33 + text.charCodeAt(at)) % largePrime;
  return mark;
}
