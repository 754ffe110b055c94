import { wholeNumber } from '@rlm/repl-types/options';
import { numberFrom } from '@rlm/repl-types/internal';

import { proceed, stop } from '../define/decisions.js';
import { defineTermination, type TerminationFactory } from '../define/define-termination.js';

/** Options of `convergence`. */
export interface ConvergenceOptions {
  /** How many of the last outputs must be similar. Default: 3. */
  readonly windowSize?: number | undefined;
  /** How similar each pair must be, from 0 to 1. Default: 0.9. */
  readonly similarityThreshold?: number | undefined;
  /** The run does not end before this step. Default: 3. */
  readonly minSteps?: number | undefined;
}

/**
 * `convergence`: ends a run when its last outputs are similar, with the last one as answer. Similarity is Dice's
 * coefficient over the sets of neighbouring words, in lower case. An empty output is similar to nothing.
 */
export const convergence: TerminationFactory<ConvergenceOptions> = defineTermination({
  name: 'convergence',
  description: 'When outputs converge',
  defaults: {
    windowSize: 3,
    similarityThreshold: 0.9,
    minSteps: 3,
  },
  rules: {
    windowSize: wholeNumber(1),
    similarityThreshold: numberFrom(0, 1),
  },
  start({ windowSize, similarityThreshold, minSteps }) {
    let recent: ReadonlySet<string>[] = [];
    return ({ output }, { step }) => {
      recent = [...recent, wordPairs(output)].slice(-windowSize);
      const alike = recent.every((one, at) =>
        recent.slice(at + 1).every((other) => similarity(one, other) >= similarityThreshold),
      );
      return step >= minSteps && recent.length === windowSize && alike
        ? stop('convergence', `${windowSize} alike in a row`, output)
        : proceed;
    };
  },
});

/** The pairs of neighbouring words; a single word counts as itself. */
function wordPairs(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return new Set(
    words.length < 2 ? words : words.slice(1).map((word, at) => `${words[at]} ${word}`),
  );
}

function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return (2 * shared) / (one.size + other.size || 1);
}
