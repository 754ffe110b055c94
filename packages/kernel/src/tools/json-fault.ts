/** How many characters of a text are shown around its fault. */
const shownAround = 60;

const singleQuotes = /['\u2018\u2019\u201c\u201d`]/;
const blank = /[ \t\r\n]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
/** The part of a JSON text up to its closing quote or to what must not be in it. */
const plainPart = /[ !#-[\]-\uffff]*/y;
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** The words of JSON, and what other languages write for them. */
const words: Readonly<Record<string, string | undefined>> = {
  true: '',
  false: '',
  null: '',
  True: 'true',
  False: 'false',
  None: 'null',
  undefined: 'null',
  nil: 'null',
  NaN: 'null',
  Infinity: 'null',
};

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

/** What may come next; after `first-` the end of the list or object too. */
type Expected = 'value' | 'first-value' | 'key' | 'first-key' | 'colon' | 'next';

/** Reads JSON up to its first fault. */
function scan(text: string, allowsBreaks: boolean): Fault | null {
  const closers: ('}' | ']')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const skip = (pattern: RegExp): number => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0].length ?? 0;
  };
  for (;;) {
    at += skip(blank);
    const unit = text.charAt(at);
    const closer = closers.at(-1);
    if (expected === 'next' && closer === undefined) {
      return unit === '' ? null : { at, what: 'text follows the end of the JSON' };
    }
    if (unit === '') return { at, what: `it ends before ${closer ?? 'a value'}` };
    const mayClose = expected === 'next' || expected.startsWith('first');
    if (unit === closer && mayClose) {
      closers.pop();
      expected = 'next';
      at += 1;
      continue;
    }
    // In an object, a value is expected only after a colon.
    const lacksValue = expected === 'value' && closer === '}';
    if (lacksValue && (unit === '}' || unit === ',')) {
      return { at, what: 'a value is missing before it' };
    }
    if (unit === closer) return { at, what: 'there is a comma too many before it' };
    switch (expected) {
      case 'colon':
        if (unit !== ':') return { at, what: 'expected a colon after the name' };
        at += 1;
        expected = 'value';
        continue;
      case 'next':
        if (unit !== ',') return { at, what: afterValue(text, at, closer) };
        at += 1;
        expected = closer === '}' ? 'key' : 'value';
        continue;
      case 'key':
      case 'first-key': {
        if (unit !== '"') return { at, what: notQuoted(unit, 'a name') };
        const read = readText(text, at, allowsBreaks);
        if (typeof read !== 'number') return read;
        at = read;
        expected = 'colon';
        continue;
      }
      case 'value':
      case 'first-value':
    }
    if (unit === '{' || unit === '[') {
      closers.push(unit === '{' ? '}' : ']');
      expected = unit === '{' ? 'first-key' : 'first-value';
      at += 1;
      continue;
    }
    expected = 'next';
    if (unit === '"') {
      const read = readText(text, at, allowsBreaks);
      if (typeof read !== 'number') return read;
      at = read;
      continue;
    }
    const length = skip(number);
    if (length > 0) {
      at += length;
      continue;
    }
    const name = text.slice(at, at + skip(word));
    const meant = Object.hasOwn(words, name) ? words[name] : undefined;
    if (meant !== '') {
      return { at, what: meant === undefined ? notQuoted(unit, 'a text') : `write ${meant}` };
    }
    at += name.length;
  }
}

/** The end of the text that begins at a quote, or the fault in it. */
function readText(text: string, start: number, allowsBreaks: boolean): number | Fault {
  for (let at = start + 1; ;) {
    plainPart.lastIndex = at;
    at += plainPart.exec(text)?.[0].length ?? 0;
    const unit = text.charAt(at);
    if (unit === '"') return at + 1;
    if (unit === '') return { at: start, what: 'the text that begins here has no closing quote' };
    escape.lastIndex = at;
    const escaped = escape.exec(text)?.[0].length;
    if (escaped !== undefined) at += escaped;
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
  if (singleQuotes.test(unit)) return `${what} needs double quotes ("), not in ${unit}`;
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
