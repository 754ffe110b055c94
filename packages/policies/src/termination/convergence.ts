import { proceed, stop } from '../define/decisions.js';
import { defineTermination, type TerminationFactory } from '../define/define-termination.js';
import { convergenceOptions, type ConvergenceOptions } from './options/convergence.js';

/**
 * `convergence`: ends a run when its last outputs are similar, with the last one as answer. Similarity is Dice's
 * coefficient over the sets of neighbouring words, in lower case. An empty output is similar to nothing.
 */
export const convergence: TerminationFactory<ConvergenceOptions> = defineTermination({
  name: 'convergence',
  description: 'When outputs converge',
  ...convergenceOptions,
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
