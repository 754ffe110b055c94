import { brandOf } from './bridge.js';
import { inspect, typeNameOf } from './inspect.js';
import { stringify } from './intrinsics.js';
import { countLineEnds, wholeNumber } from './pieces.js';
import { offPair, withThousands } from './text.js';

/** The most matches that are returned, and that are counted; the most characters of all, and of one match. */
const maxMatches = 1_000;
const maxCounted = 100_000;
const maxChars = 200_000;
const maxMatchChars = 1_000;
/** The most characters of whole lines before and after a match. */
const maxSideChars = 2_000;

interface Match {
  /** Which of the items of a list or an object has it. */
  readonly key?: unknown;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Options {
  readonly context: number;
  /** Whole lines around a match, instead of characters; undefined if neither is asked for. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly max: number;
  readonly ignoreCase: boolean;
  readonly literal: boolean;
}

/**
 * Matches of a pattern in a text, or in the items of a list or an object, with their line, offsets and surroundings:
 * `{ total, matches, note? }`. The note says if some are missing.
 */
export function grep(value: unknown, pattern: unknown, given?: unknown): object {
  const options = readOptions(given);
  const { max } = options;
  const next = finderOf(pattern, options);
  const matches: Match[] = [];
  let total = 0;
  let chars = 0;
  eachText(value, (key, text) => {
    let line = 1;
    let seen = 0;
    for (let from = 0; from <= text.length && total < maxCounted;) {
      const found = next(text, from);
      if (found === undefined) break;
      const { start, end } = found;
      from = end > start ? end : end + 1;
      total++;
      if (matches.length >= max || chars >= maxChars) continue;
      line += countLineEnds(text, seen, start);
      seen = start;
      const last = Math.min(end, start + maxMatchChars);
      const shown = surroundings(text, start, last, options);
      chars += shown.length;
      const place = { line, start, end, text: shown };
      matches.push(key === undefined ? place : { key, ...place });
    }
    return total < maxCounted;
  });
  const note = noteOf(total, matches.length, chars);
  return note === undefined ? { total, matches } : { total, matches, note };
}

/** A match with the characters around it, or with whole lines. */
function surroundings(
  text: string,
  start: number,
  end: number,
  { context, before, after }: Options,
): string {
  if (before === undefined && after === undefined) {
    return text.slice(offPair(text, start - context), offPair(text, end + context));
  }
  const from = lineStart(text, start, before ?? 0);
  return text.slice(offPair(text, from), offPair(text, lineEnd(text, end, after ?? 0)));
}

/** Where the line of an offset begins, or one some lines before it. */
function lineStart(text: string, offset: number, count: number): number {
  const least = Math.max(0, offset - maxSideChars);
  let left = count;
  let at = offset;
  while (at > least && (text[at - 1] !== '\n' || left-- > 0)) at--;
  return at;
}

/** Where the line of an offset ends, without its line feed, or one some lines after it. */
function lineEnd(text: string, offset: number, count: number): number {
  const most = Math.min(text.length, offset + maxSideChars);
  let left = count;
  // A match that ends with its line's feed ends in that line.
  let at = text[offset - 1] === '\n' ? offset - 1 : offset;
  while (at < most && (text[at] !== '\n' || left-- > 0)) at++;
  return at;
}

function noteOf(total: number, given: number, chars: number): string | undefined {
  const all = withThousands(total);
  const first = withThousands(given);
  if (total >= maxCounted) {
    return 'counting stopped at ' + all + ' matches, of which the first ' + first + ' are here';
  }
  if (total === given) return undefined;
  const more =
    chars >= maxChars ? 'that is all that one call gives' : 'max (at most 1,000) gives more';
  return 'the first ' + first + ' of ' + all + ' matches are here; ' + more;
}

const optionNames = ['context', 'max', 'before', 'after', 'ignoreCase', 'literal'];

function readOptions(given: unknown = {}): Options {
  const names = optionNames.join(', ');
  if (typeof given !== 'object' || given === null) {
    throw new TypeError('grep takes options in an object: { ' + names + ' }');
  }
  for (const name of Object.keys(given)) {
    if (optionNames.includes(name) || name === 'ignore_case') continue;
    throw new TypeError('grep has no option ' + name + ': there are ' + names);
  }
  const options = given as Readonly<Record<string, unknown>>;
  const count = (name: string): number | undefined =>
    Object.hasOwn(options, name) ? wholeNumber('grep: ' + name, options[name], 0) : undefined;
  return {
    context: count('context') ?? 80,
    before: count('before'),
    after: count('after'),
    max: Math.min(count('max') ?? 20, maxMatches),
    ignoreCase: options['ignoreCase'] === true || options['ignore_case'] === true,
    literal: options['literal'] === true,
  };
}

/**
 * Visits the texts of a value, until a visit returns false: the value itself, or its items, as JSON if they are not
 * texts.
 */
function eachText(value: unknown, visit: (key: unknown, text: string) => boolean): void {
  if (typeof value === 'string') {
    visit(undefined, value);
    return;
  }
  const brand = typeof value === 'object' && value !== null ? brandOf(value) : undefined;
  if (brand === undefined || !['map', 'plain', 'other'].includes(brand)) {
    throw new TypeError('grep looks into a text, a list or an object, got ' + typeNameOf(value));
  }
  const entries: Iterable<readonly [unknown, unknown]> =
    brand === 'map'
      ? (value as Map<unknown, unknown>)
      : Array.isArray(value)
        ? value.entries()
        : Object.entries(value as object);
  for (const [key, item] of entries) if (!visit(key, textOf(item))) return;
}

function textOf(item: unknown): string {
  if (typeof item === 'string') return item;
  try {
    const json = stringify(item) as string | undefined;
    if (json !== undefined) return json;
  } catch {
    // Cyclic, say: shown as print shows it.
  }
  return inspect(item, maxChars).text;
}

/** Finds the next match from an offset on; undefined if there is none. */
type Finder = (
  text: string,
  from: number,
) => { readonly start: number; readonly end: number } | undefined;

/** Characters that mean something in a regular expression. */
const special = /[\\^$.*+?()[\]{}|]/g;

/** The finder of a pattern: a text, read as a regular expression or literally, or a RegExp. */
function finderOf(pattern: unknown, { ignoreCase, literal }: Options): Finder {
  if (pattern instanceof RegExp) {
    const flags = pattern.flags.replace(/[dgyi]/g, '');
    return findByExpression(
      pattern.source,
      flags + (pattern.ignoreCase || ignoreCase ? 'gi' : 'g'),
    );
  }
  if (typeof pattern !== 'string' || pattern === '') {
    const shown = pattern === '' ? 'an empty text' : typeNameOf(pattern);
    throw new TypeError('grep takes a pattern as a text or a RegExp, got ' + shown);
  }
  const escaped = pattern.replace(special, '\\$&');
  if (ignoreCase || (!literal && escaped !== pattern)) {
    return findByExpression(literal ? escaped : pattern, ignoreCase ? 'gmi' : 'gm');
  }
  return (text, from) => {
    const start = text.indexOf(pattern, from);
    return start < 0 ? undefined : { start, end: start + pattern.length };
  };
}

function findByExpression(source: string, flags: string): Finder {
  let expression: RegExp;
  try {
    expression = new RegExp(source, flags);
  } catch (error) {
    const reason = (error as Error).message;
    // eslint-disable-next-line preserve-caught-error -- a model reads its message, and once is enough
    throw new TypeError(
      'grep: the pattern is not a regular expression (' +
        reason +
        '): fix it, or match it as text with { literal: true }',
    );
  }
  return (text, from) => {
    expression.lastIndex = from;
    const match = expression.exec(text);
    return match === null ? undefined : { start: match.index, end: expression.lastIndex };
  };
}
