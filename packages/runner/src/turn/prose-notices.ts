import { wordsOf } from '../options/dialects.js';
import type { ReplLanguage } from '@rlm/repl-types';
import type { Dialect } from '@rlm/termination/dialects';

import type { RlmPlan } from '../run/rlm-plan.js';
import type { Notice } from '../run/notice.js';

/** The notice for a model whose final in prose only proposes an answer. */
export function proposalNotice(dialects: readonly Dialect[], language: ReplLanguage): Notice {
  // One way is enough to know, as in the first prompt.
  const [first] = dialects.filter(({ readProse }) => readProse !== undefined);
  const way = first?.words(language).code ?? '';
  return {
    code: 'final_unconfirmed',
    message: `The final in your text did not end the run, because texts that you were shown hold finals too. To confirm your answer, finish in code: ${way}`,
  };
}

const colonForm =
  /^[ \t*_#>]*(FINAL(?:_VAR)?|SUBMIT|F(?:INAL ANSWER|inal [Aa]nswer))[*_]*:[*_]*\s*(?:[^\s*_]|[*_]+ *\S)/m;

/** The notice about a line `FINAL: answer`, which is not a call; null if the prose has no such line. */
export function colonMiss(prose: string): string | null {
  const written = colonForm.exec(prose)?.[1];
  if (written === undefined) return null;
  const call = /_VAR$|^SUBMIT$/.test(written) ? written : 'FINAL';
  return `\`${written}:\` ends nothing: write ${call}(...), with parentheses, on a line of its own.`;
}

/** The notice for a model that neither wrote code nor finished. It names the first dialect. */
export function renderNudge({ dialects, options }: RlmPlan): string {
  const [words] = dialects.map((dialect) => wordsOf(dialect, options.sandbox.language));
  const finish = words?.reminder ?? 'finish';
  return `The reply had neither code nor an answer. Write a block tagged \`repl\`, or ${finish}.`;
}
