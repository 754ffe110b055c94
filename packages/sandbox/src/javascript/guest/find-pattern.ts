import { typeNameOf } from './inspect.js';
import {
  codeUnitAt,
  find,
  flagsOf,
  getPrototypeOf,
  GuestRegExp,
  GuestTypeError,
  indexOf,
  regExpPrototype,
  slice,
  sourceOf,
} from './intrinsics.js';

/** The start and the end of a match. */
interface Found {
  readonly start: number;
  readonly end: number;
}

/** Finds the next match from an offset on; undefined if there is none. */
export type Finder = (text: string, from: number) => Found | undefined;

/** Characters that mean something in a regular expression. */
const special = '\\^$.*+?()[]{}|';

/** The finder of a pattern: a text, read as a regular expression or literally, or a RegExp. */
export function finderOf(pattern: unknown, ignoreCase: boolean, literal: boolean): Finder {
  if (typeof pattern === 'string' && pattern !== '') {
    const isPlain = literal || !hasSpecial(pattern);
    if (isPlain && !ignoreCase) return (text, from) => findText(pattern, text, from);
    return findByExpression(
      compile(literal ? escape(pattern) : pattern, ignoreCase ? 'gmi' : 'gm'),
    );
  }
  if (typeof pattern === 'object' && pattern !== null && isRegExp(pattern)) {
    const own = flagsOf(pattern);
    const has = (flag: string): boolean => indexOf(own, flag, 0) >= 0;
    let flags = has('i') || ignoreCase ? 'gi' : 'g';
    if (has('m')) flags += 'm';
    if (has('s')) flags += 's';
    if (has('u')) flags += 'u';
    if (has('v')) flags += 'v';
    return findByExpression(compile(sourceOf(pattern), flags));
  }
  const shown = pattern === '' ? 'an empty text' : typeNameOf(pattern);
  throw new GuestTypeError('grep takes a pattern as a text or a RegExp, got ' + shown);
}

function isRegExp(pattern: object): pattern is RegExp {
  return getPrototypeOf(pattern) === regExpPrototype;
}

function findText(part: string, text: string, from: number): Found | undefined {
  const start = indexOf(text, part, from);
  return start < 0 ? undefined : { start, end: start + part.length };
}

function findByExpression(expression: RegExp): Finder {
  return (text, from) => {
    expression.lastIndex = from;
    const match = find(expression, text);
    if (match === null) return undefined;
    return { start: match.index, end: match.index + match[0].length };
  };
}

function compile(source: string, flags: string): RegExp {
  try {
    return new GuestRegExp(source, flags);
  } catch (error) {
    const reason = (error as Error).message;
    throw new GuestTypeError(
      'grep: the pattern is not a regular expression (' +
        reason +
        '): fix it, or match it as text with { literal: true }',
    );
  }
}

function hasSpecial(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (isSpecial(text, index)) return true;
  }
  return false;
}

function isSpecial(text: string, index: number): boolean {
  return codeUnitAt(text, index) < 0x80 && indexOf(special, slice(text, index, index + 1), 0) >= 0;
}

function escape(text: string): string {
  let escaped = '';
  for (let index = 0; index < text.length; index++) {
    escaped += (isSpecial(text, index) ? '\\' : '') + slice(text, index, index + 1);
  }
  return escaped;
}
