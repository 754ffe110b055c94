import type { Token } from './tokens.js';

/** The words of a language that come before or between operands. */
export interface ExpressionWords {
  readonly prefix: readonly string[];
  readonly infix: readonly string[];
}

const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const unary = /^(?:[-+~!*]|\*\*|\.\.\.|\+\+|--)$/;

/**
 * Whether tokens can be one expression: operands with operators between them, brackets that match.
 * Two words beside each other, as in a sentence, cannot.
 */
export function isExpression(tokens: readonly Token[], words: ExpressionWords): boolean {
  const open: string[] = [];
  let isAfter = false;
  let lambdas = 0;
  let previous = '';
  for (const { kind, text } of tokens) {
    if (kind === 'newline') continue;
    if (kind === 'close') {
      const closes = open.pop() ?? '';
      if (pairs[closes] !== text) return false;
      if (!isAfter && !['(', '[', '{', ',', ':'].includes(previous)) return false;
      isAfter = true;
    } else if (kind === 'open') {
      if (isAfter && text === '{') return false;
      open.push(text);
      isAfter = false;
    } else if (kind === 'operator') {
      if (text === ':' && open.length === 0 && lambdas-- === 0) return false;
      if (/^[=;]$/.test(text) && (open.length === 0 || text === ';')) return false;
      const isSlice = text === ':' && open.at(-1) === '[';
      if (!isAfter && !unary.test(text) && !isSlice && previous !== 'lambda') return false;
      isAfter = false;
    } else if (kind === 'word' && isAfter) {
      if (!words.infix.includes(text)) return false;
      isAfter = false;
    } else if (kind === 'word' && words.prefix.includes(text)) {
      if (text === 'lambda') lambdas++;
    } else if (kind === 'word' && words.infix.includes(text)) {
      if (!(text === 'in' && previous === 'not') && previous !== '.') return false;
    } else if (isAfter) {
      // Strings beside each other are one.
      if (kind !== 'string' || !/["'`]$/.test(previous)) return false;
    } else {
      isAfter = true;
    }
    previous = text;
  }
  return isAfter && open.length === 0;
}
