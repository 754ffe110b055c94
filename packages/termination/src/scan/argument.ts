import { wholeLiteralSource } from './literal.js';
import type { CallHead } from './names.js';
import { findOutside } from './outside.js';

const onlyLiteral = new RegExp(`\\s*${wholeLiteralSource()}\\s*(?=\\))`, 'y');
const startsAsCode = /\s*["'[{]/y;

/** How many characters are read ahead once an argument has been read. */
const maxAhead = 1_000_000;

/** Finds the `)` that ends a call's argument; -1 if there is none. */
export type CallEndFinder = (head: CallHead, lineClose: number) => number;

/**
 * Creates a finder of the ends of arguments, for calls in ascending order.
 *
 * - An argument that is one string literal ends after it.
 * - The argument of a SUBMIT, and one that starts with a string or a bracket, ends at the parenthesis that balances
 *   outside of strings.
 * - Any other ends by plain counting.
 * - If nothing balances, a `)` at the end of the call's line ends it.
 */
export function createCallEndFinder(text: string): CallEndFinder {
  // Reading ahead restarts at each call; a limit on its total cost keeps the whole linear.
  let budget = Math.min(4 * text.length, maxAhead);
  return ({ from, finalType }, lineClose) => {
    onlyLiteral.lastIndex = startsAsCode.lastIndex = from;
    if (onlyLiteral.test(text)) return onlyLiteral.lastIndex;

    const code = finalType === 'submit' || startsAsCode.test(text);
    for (const inCode of code ? [true, false] : [false]) {
      if (budget < 0) break;
      const close = findOutside(text, from, ')', inCode);
      budget -= (close === -1 ? text.length : close) - from;
      if (close !== -1) return close;
    }
    return lineClose >= from ? lineClose : -1;
  };
}
