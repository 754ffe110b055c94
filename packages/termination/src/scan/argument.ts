import { delimiterAt, endOfLiteral } from './literal.js';

/** How much work may go into reading strings, which restarts at each call: it keeps the whole linear. */
export interface StringBudget {
  left: number;
}

/** What {@link findCallEnd} needs to know of a call and of the text around it. */
export interface ArgumentContext {
  readonly text: string;
  /** The index of the call's `(`. */
  readonly open: number;
  /** The index of the `)` that balances it by plain counting. */
  readonly balanced: number | undefined;
  /** Whether strings are respected wherever they stand, as in code. */
  readonly readStrings: boolean;
  readonly budget: StringBudget;
  /** The `)` that nothing but punctuation follows on the call's line, or -1. */
  readonly lineClose: number;
}

const afterBlanks = (text: string, at: number): number => {
  let index = at;
  while (index < text.length && text.charAt(index).trim() === '') index++;
  return index;
};

/** The `)` after an argument that is one literal, or -1. */
function endAfterLiteral(text: string, start: number): number {
  const quote = /[rRuU]/.test(text.charAt(start)) ? start + 1 : start;
  const delimiter = delimiterAt(text, quote);
  if (delimiter === '') return -1;
  const end = endOfLiteral(text, quote, delimiter);
  const close = end === -1 ? -1 : afterBlanks(text, end);
  return text.charAt(close) === ')' ? close : -1;
}

/** The `)` that balances the call when parentheses in strings do not count, or -1. */
function endRespectingStrings({ text, open, budget }: ArgumentContext): number {
  let depth = 0;
  for (let index = open; index < text.length && budget.left > 0; index++, budget.left--) {
    const unit = text.charCodeAt(index);
    if (unit === 40) depth++;
    else if (unit === 41 && --depth === 0) return index;
    else if ((unit === 34 || unit === 39) && !/[\p{L}\p{N}]/u.test(text.charAt(index - 1))) {
      const delimiter = delimiterAt(text, index);
      const end = endOfLiteral(text, index, delimiter, delimiter.length === 1);
      if (end !== -1) {
        budget.left -= end - index;
        index = end - 1;
      }
    }
  }
  return -1;
}

/**
 * The index of the `)` that ends a call's argument, or -1.
 *
 * An argument that is one string literal ends after it; one that starts with a string or a bracket, at
 * the parenthesis that balances outside of strings; any other, by plain counting. Where nothing
 * balances, a `)` at the end of the call's line ends it.
 */
export function findCallEnd(context: ArgumentContext): number {
  const { text, open, balanced, readStrings } = context;
  const start = afterBlanks(text, open + 1);
  const literal = endAfterLiteral(text, start);
  if (literal !== -1) return literal;
  if (readStrings || /["'[{]/.test(text.charAt(start))) {
    const end = endRespectingStrings(context);
    if (end !== -1) return end;
  }
  return balanced ?? (context.lineClose > open ? context.lineClose : -1);
}
