import { literalSource } from './literal.js';

// Strings are tokens of code, so that their contents are hidden. They do not start after a letter (it's).
const codeTokens = new RegExp(`\\\\[^]|(?<![\\p{L}\\p{N}])${literalSource()}|[()[\\]{},]`, 'gu');

/** Tokens of code that are read of one text: some 20 ms. */
const maxTokens = 200_000;

/**
 * The index of the first `sought` from `from` on that is outside of nested brackets, or -1.
 *
 * @param inCode Whether it must be outside of strings, too. After 200,000 brackets and strings, it is not found.
 * @param brackets The pairs that nest, such as `()[]`.
 */
export function findOutside(
  text: string,
  from: number,
  sought: string,
  inCode = false,
  brackets = '()',
): number {
  if (!inCode) return findBeyondParentheses(text, from, sought);
  let depth = 0;
  let left = maxTokens;
  codeTokens.lastIndex = from;
  for (const { 0: token, index } of text.matchAll(codeTokens)) {
    if (depth === 0 && token === sought) return index;
    const position = brackets.indexOf(token);
    if (position !== -1) depth += position % 2 === 0 ? 1 : -1;
    if (--left === 0) break;
  }
  return -1;
}

/** Goes by characters: a text may have a million parentheses. */
function findBeyondParentheses(text: string, from: number, sought: string): number {
  let depth = 0;
  for (let index = from; index < text.length; index++) {
    const character = text[index];
    if (depth === 0 && character === sought) return index;
    if (character === '(') depth++;
    else if (character === ')') depth--;
  }
  return -1;
}
