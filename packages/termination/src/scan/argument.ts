import { delimiterAt, endOfLiteral } from './literal.js';
import type { CallHead } from './names.js';

/** How much work may go into reading strings, which restarts at each call: it keeps the whole linear. */
export interface StringBudget {
  left: number;
}

/**
 * Walks through `text` from `from`, over everything that is not within a string, until `stop` says so;
 * the index where it stopped, or -1. A string starts after no letter and is closed on its line.
 */
export function walkCode(
  text: string,
  from: number,
  stop: (character: string, index: number) => boolean,
  budget: StringBudget,
): number {
  for (let index = from; index < text.length && budget.left > 0; index++, budget.left--) {
    const character = text.charAt(index);
    if (/["']/.test(character) && !/[\p{L}\p{N}]/u.test(text.charAt(index - 1))) {
      const delimiter = delimiterAt(text, index);
      const end = endOfLiteral(text, index, delimiter, delimiter.length === 1);
      if (end !== -1) {
        budget.left -= end - index;
        index = end - 1;
      }
    } else if (stop(character, index)) return index;
  }
  return -1;
}

const opening = /\(\s*([rRuU](?=["']))?/y;
const closing = /\s*\)/y;

/**
 * The index of the `)` that ends a call's argument, or -1.
 *
 * An argument that is one string literal ends after it; that of a SUBMIT, and one that starts with a
 * string or a bracket, at the parenthesis that balances outside of strings; any other, by plain
 * counting. Where nothing balances, a `)` at the end of the call's line ends it.
 *
 * @param balanced The `)` that balances by plain counting.
 * @param lineClose The `)` that nothing but punctuation follows on the call's line, or -1.
 */
export function findCallEnd(
  text: string,
  { open, finalType }: CallHead,
  balanced: number | undefined,
  lineClose: number,
  budget: StringBudget,
): number {
  opening.lastIndex = open;
  opening.test(text);
  const start = opening.lastIndex;
  closing.lastIndex = Math.max(0, endOfLiteral(text, start));
  if (closing.lastIndex > start && closing.test(text)) return closing.lastIndex - 1;

  let end = -1;
  if (finalType === 'submit' || /["'[{]/.test(text.charAt(start))) {
    let depth = 0;
    const closes = (character: string): boolean => {
      if (character === '(') depth++;
      if (character === ')') depth--;
      return depth === 0;
    };
    end = walkCode(text, open, closes, budget);
  }
  return end === -1 ? (balanced ?? (lineClose > open ? lineClose : -1)) : end;
}
