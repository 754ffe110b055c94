import type { SandboxLanguage } from '@rlm/sandbox';
import type { Dialect } from '@rlm/termination/dialects';

import type { Notice } from './notice.js';

/** What a model is told whose final stands, as it was written, in a text that it was shown. */
export function echoNotice(dialects: readonly Dialect[], language: SandboxLanguage): Notice {
  const ways = dialects
    .filter(({ readProse }) => readProse !== undefined)
    .map(({ words }) => words(language).code);
  return {
    code: 'final_echoed',
    message: `The final in that reply ended nothing, since the same text stands in what you were shown: data cannot finish for you. If it is your own answer, finish in code: ${ways.join(' Or: ')}`,
  };
}
