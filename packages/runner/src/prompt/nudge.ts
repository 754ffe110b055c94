import type { RlmPlan } from '../plan/rlm-plan.js';

/** What a model is told that neither wrote code nor finished: the first dialect is named. */
export function renderNudge({ dialects, options }: RlmPlan): string {
  const [words] = dialects.map((dialect) => dialect.words(options.sandbox.language));
  const finish = words?.reminder ?? 'finish';
  return `That reply had neither code nor an answer. Write one block tagged \`repl\`, or ${finish}.`;
}
