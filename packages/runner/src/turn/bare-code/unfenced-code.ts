import type { ReplLanguage } from '@rlm/repl-types';
import type { FinalDetection } from '@rlm/termination';

import { escapedName } from '../escaped-name.js';
import type { Notice } from '../../run/notice.js';
import { wordOf } from '../prose-reading.js';
import { isJavaScriptProgram } from './javascript.js';
import { isPythonProgram } from './python.js';
import { tokenize } from './tokens.js';

const programs = { python: isPythonProgram, javascript: isJavaScriptProgram };

/** Tokens that models leak at a reply's end. */
const leaked = /<(?:[|｜][^\n<>]{0,40}|\/s)>/g;

/**
 * Whether prose reads as a program of `language`: every line of it, with a statement beside calls that end
 * the run. A recogniser by forms, not a parser: where it doubts, the text is prose. Linear.
 */
export function isBareCode(prose: string, language: ReplLanguage): boolean {
  const tokens = tokenize(prose.replace(leaked, ''), language);
  return tokens !== null && programs[language](tokens);
}

/**
 * The notice for a reply that is code outside of a block, or whose answer is a word that only
 * the text assigns: none of it has run. Null for prose.
 */
export function unfencedCode(
  prose: string,
  language: ReplLanguage,
  final: FinalDetection | null,
): Notice | null {
  const word = final && wordOf(final);
  const message = isBareCode(prose, language)
    ? 'That reply reads as code, but it is in no block: nothing has run, and nothing in it is an answer.'
    : word !== null && isAssigned(prose, word)
      ? `FINAL(${word}) names what only the text assigns: nothing has run.`
      : null;
  if (message === null) return null;
  return {
    code: 'code_unfenced',
    message: `${message} Put the code in one block tagged \`repl\`.`,
  };
}

/** Whether a line of the prose assigns to the word. */
function isAssigned(prose: string, word: string): boolean {
  const name = escapedName(word);
  return new RegExp(
    `^[ \\t]*(?:(?:const|let|var)[ \\t]+)?${name}[ \\t]*=[ \\t]*[^=\\s]`,
    'mu',
  ).test(prose);
}
