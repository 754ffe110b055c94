import { endTokensOf } from './scan/end-tokens.js';
import { createThoughtFinder } from './scan/thoughts.js';

/**
 * A reply's text as an answer: without a byte order mark, the thoughts with which it begins, and the special tokens at
 * its end. Marks later in it are part of the answer. Linear in the text's length.
 *
 * @param actions Names of elements that are calls of tools, and so no thoughts.
 */
export function withoutThoughts(text: string, actions?: readonly string[]): string {
  const start = createThoughtFinder(text, actions).atStart();
  const body = start === 0 ? text.replace(/^\uFEFF/, '') : text.slice(start).trimStart();
  return body.slice(0, body.length - endTokensOf(body).length);
}
