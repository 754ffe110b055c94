/** How many characters of a text are shown around its fault. */
const shownAround = 60;

const blank = /[ \t\r\n]*/y;
/** What a value is that is no text, list or object. */
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** The part of a JSON text up to its closing quote or to what must not be in it. */
const plainPart = /[ !#-[\]-\uffff]*/y;
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** What other languages write for words of JSON. */
const foreign = /(?:True|False|None|undefined|nil|NaN|Infinity)(?![\p{L}\p{N}_$])/uy;

/** What keeps a text from being JSON. */
export interface JsonFault {
  /** A clause with the line and column. */
  readonly what: string;
  /** The text around the fault, in one line. */
  readonly read: string;
}

/**
 * Finds what keeps a text from being JSON; null for a text that is JSON. With `allowsBreaks`, line
 * breaks inside a text are no fault. Linear.
 */
export function findJsonFault(text: string, allowsBreaks = false): JsonFault | null {
  if (isFenced(text)) {
    return { what: 'write it without the code fence', read: around(text, 0) };
  }
  const fault = scan(text, allowsBreaks);
  if (fault === null) return null;
  const before = text.slice(0, fault.at);
  const line = before.split('\n').length;
  const column = fault.at - before.lastIndexOf('\n');
  return {
    what: `line ${line}, column ${column}: ${fault.what}`,
    read: around(text, fault.at),
  };
}

interface Fault {
  readonly at: number;
  readonly what: string;
}

/** A place in JSON that was read up to there. */
interface Place {
  readonly at: number;
  readonly expected: 'value' | 'name' | 'colon' | 'next';
  /** The end of the list or object around it. */
  readonly closer: '}' | ']' | undefined;
}

/** Reads JSON up to its first fault. */
function scan(text: string, allowsBreaks: boolean): Fault | null {
  const closers: ('}' | ']')[] = [];
  let expected: Place['expected'] = 'value';
  let isFirst = false;
  for (let at = 0; ;) {
    at += match(blank, text, at).length;
    const unit = text.charAt(at);
    const closer = closers.at(-1);
    if (unit === '' && expected === 'next' && closer === undefined) return null;
    if (unit === closer && (expected === 'next' || isFirst)) {
      closers.pop();
      expected = 'next';
    } else if (expected === 'value' && (unit === '{' || unit === '[')) {
      closers.push(unit === '{' ? '}' : ']');
      expected = unit === '{' ? 'name' : 'value';
      isFirst = true;
      at += 1;
      continue;
    } else if (expected === 'colon' && unit === ':') expected = 'value';
    else if (expected === 'next' && unit === ',' && closer !== undefined) {
      expected = closer === '}' ? 'name' : 'value';
    } else if (unit === '"' && (expected === 'value' || expected === 'name')) {
      const end = readText(text, at, allowsBreaks);
      if (typeof end !== 'number') return end;
      at = end - 1;
      expected = expected === 'name' ? 'colon' : 'next';
    } else {
      const { length } = expected === 'value' ? match(literal, text, at) : '';
      if (length === 0) return { at, what: describe(text, { at, expected, closer }) };
      at += length - 1;
      expected = 'next';
    }
    isFirst = false;
    at += 1;
  }
}

/** What a pattern matches at a place; empty if nothing. */
function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** What is wrong at a place where the JSON cannot go on. */
function describe(text: string, { at, expected, closer }: Place): string {
  const unit = text.charAt(at);
  if (expected === 'next' && closer === undefined) return 'text follows the end of the JSON';
  if (unit === '') return `it ends before ${closer ?? 'a value'}`;
  if (expected === 'next') return afterValue(text, at, closer);
  if (expected === 'colon') return 'expected a colon after the name';
  // In an object, a value is expected only after a colon.
  const lacksValue = expected === 'value' && closer === '}';
  if (lacksValue && (unit === '}' || unit === ',')) return 'a value is missing before it';
  if (unit === closer) return 'there is a comma too many before it';
  if (expected === 'name') return notQuoted(unit, 'a name');
  const word = match(foreign, text, at);
  if (word === '') return notQuoted(unit, 'a text');
  return `write ${/^(?:True|False)$/.test(word) ? word.toLowerCase() : 'null'}`;
}

/** The end of the text that begins at a quote, or the fault in it. */
function readText(text: string, start: number, allowsBreaks: boolean): number | Fault {
  for (let at = start + 1; ;) {
    at += match(plainPart, text, at).length;
    const unit = text.charAt(at);
    if (unit === '"') return at + 1;
    if (unit === '') return { at: start, what: 'the text that begins here has no closing quote' };
    const { length } = match(escape, text, at);
    if (length > 0) at += length;
    else if (unit === '\\') return { at, what: 'a backslash in a text is written \\\\' };
    else if (allowsBreaks) at += 1;
    else return { at, what: 'a line break or tab in a text is written \\n or \\t' };
  }
}

function afterValue(text: string, at: number, closer: string | undefined): string {
  const unit = text.charAt(at);
  if (unit === '}' || unit === ']') return `expected ${closer ?? ''}`;
  if (unit === '"' || unit === '{' || unit === '[') return 'a comma is missing before it';
  const isText = text.slice(0, at).trimEnd().endsWith('"');
  return `expected a comma${isText ? '; a quote in a text is written \\"' : ` or ${closer ?? ''}`}`;
}

function notQuoted(unit: string, what: string): string {
  if (unit === ',') return 'there is a comma too many';
  if (unit === '/' || unit === '#') return 'JSON has no comments';
  if (/['\u2018\u2019\u201c\u201d`]/.test(unit))
    return `${what} needs double quotes ("), not in ${unit}`;
  if (/[\p{L}_$]/u.test(unit)) return `${what} needs double quotes (")`;
  return `expected ${what === 'a text' ? 'a value' : what}`;
}

/** What a text has around a place, in one line. */
function around(text: string, at: number): string {
  const from = Math.max(0, at - shownAround / 2);
  const end = from + shownAround;
  const part = text.slice(from, end).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  const line = part.replace(/\s*\n\s*/g, ' ').trim();
  return `${from > 0 ? '...' : ''}${line}${end < text.length ? '...' : ''}`;
}

/** Whether a text was meant as JSON: it begins as a list, an object, or a fence does. */
export function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text) || isFenced(text);
}

function isFenced(text: string): boolean {
  return /^\s*([`~])\1\1/.test(text);
}
