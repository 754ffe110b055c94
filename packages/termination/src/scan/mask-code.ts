import type { ReplLanguage } from '@rlm/repl-types';

import { literalSource } from './literal.js';

// Comments of JavaScript between stars, template strings, and fences that were left in. Python has none of them.
const ofScripts = '```.*|/\\*[^]*?(?:\\*/|$)|`(?:\\\\[^]|[^\\\\])*?(?:`|$)';
const skipped: Readonly<Record<ReplLanguage | 'either', string>> = {
  python: '#.*',
  javascript: `//.*|${ofScripts}`,
  // A private field (`this.#x`) is no comment.
  either: `(?<!\\.)#.*|${ofScripts}`,
};

/**
 * Blanks out the comments, the strings and the defined names of `code`, keeping its length. An unclosed string extends
 * to the end of its line; in triple quotes, to the end of the code.
 */
export function maskCode(code: string, language: ReplLanguage | 'either'): string {
  const hidden = new RegExp(
    `${skipped[language]}|\\b(?:def|class|function)\\b[\\s*]+\\w+|${literalSource()}|(["'])\\4\\4[^]*|["'].*`,
    'g',
  );
  return code.replace(hidden, (part) => ' '.repeat(part.length));
}
