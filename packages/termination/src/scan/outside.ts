import { literalSource } from './literal.js';

const plainTokens = /[()]/g;

// Strings are tokens of code, so that their contents are hidden. They do not start after a letter (it's).
const codeTokens = /* @__PURE__ */ new RegExp(
  `\\\\[^]|(?<![\\p{L}\\p{N}])${/* @__PURE__ */ literalSource()}|[()[\\]{},]`,
  'gu',
);

/**
 * The index of the first `sought` from `from` on that is outside of nested brackets, or -1.
 *
 * @param inCode Whether it must be outside of strings, too.
 * @param brackets The pairs that nest, such as `()[]`.
 */
export function findOutside(
  text: string,
  from: number,
  sought: string,
  inCode = false,
  brackets = '()',
): number {
  const tokens = inCode ? codeTokens : plainTokens;
  let depth = 0;
  tokens.lastIndex = from;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (depth === 0 && token === sought) return index;
    const position = brackets.indexOf(token);
    if (position !== -1) depth += position % 2 === 0 ? 1 : -1;
  }
  return -1;
}
