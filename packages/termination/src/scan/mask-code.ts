import type { ReplLanguage } from '@rlm/repl-types';

import { literalSource } from './literal.js';

// Comments; of JavaScript also template strings, and fences that were left in.
const skipped: Readonly<Record<ReplLanguage, string>> = {
  python: '#.*',
  javascript: '```.*|//.*|/\\*[^]*?(?:\\*/|$)|`(?:\\\\[^]|[^\\\\])*?(?:`|$)',
};

/**
 * `code` with its comments, its strings and the names that it defines blanked out, at the same
 * length. A string that is not closed goes on to the line's end; in triple quotes, to the code's.
 */
export function maskCode(code: string, language: ReplLanguage): string {
  const hidden = new RegExp(
    `${skipped[language]}|\\b(?:def|class|function)\\b[\\s*]+\\w+|${literalSource()}|(["'])\\4\\4[^]*|["'].*`,
    'g',
  );
  return code.replace(hidden, (part) => ' '.repeat(part.length));
}
