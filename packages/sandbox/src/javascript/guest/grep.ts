import { wholeNumber } from './arguments.js';
import { brandOf } from './brand.js';
import { finderOf } from './find-pattern.js';
import { inspect, typeNameOf } from './inspect.js';
import {
  codeUnitAt,
  each,
  GuestTypeError,
  isArray,
  keys,
  mapEntries,
  push,
  slice,
  stringify,
  toText,
} from './intrinsics.js';
import { offPair } from './off-pair.js';
import { countLineEnds } from './pieces.js';
import { withThousands } from './show-value.js';

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
  context: number;
  /** Whole lines around a match, instead of characters; undefined if neither is asked for. */
  before: number | undefined;
  after: number | undefined;
  max: number;
  ignoreCase: boolean;
  literal: boolean;
}

/**
 * Matches of a pattern in a text, or in the items of a list or an object, with their line, offsets and surroundings:
 * `{ total, matches, note? }`. The note says if some are missing.
 */
export function grep(value: unknown, pattern: unknown, given?: unknown): object {
  const options = readOptions(given);
  const { max, ignoreCase, literal } = options;
  const next = finderOf(pattern, ignoreCase, literal);
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
      const last = end - start > maxMatchChars ? start + maxMatchChars : end;
      const shown = surroundings(text, start, last, options);
      chars += shown.length;
      const place = { line, start, end, text: shown };
      push(matches, key === undefined ? place : { key, ...place });
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
    return slice(text, offPair(text, start - context), offPair(text, end + context));
  }
  const from = lineStart(text, start, before ?? 0);
  return slice(text, offPair(text, from), offPair(text, lineEnd(text, end, after ?? 0)));
}

/** Where the line of an offset begins, or one some lines before it. */
function lineStart(text: string, offset: number, lines: number): number {
  const least = offset > maxSideChars ? offset - maxSideChars : 0;
  let left = lines;
  let at = offset;
  for (; at > least; at--) {
    if (codeUnitAt(text, at - 1) === lineFeed && left-- === 0) break;
  }
  return at;
}

/** Where the line of an offset ends, without its line feed, or one some lines after it. */
function lineEnd(text: string, offset: number, lines: number): number {
  const most = offset + maxSideChars;
  let left = lines;
  // A match that ends with its line's feed ends in that line.
  let at = offset > 0 && codeUnitAt(text, offset - 1) === lineFeed ? offset - 1 : offset;
  for (; at < text.length && at < most; at++) {
    if (codeUnitAt(text, at) === lineFeed && left-- === 0) break;
  }
  return at;
}

function noteOf(total: number, given: number, chars: number): string | undefined {
  const all = withThousands(total);
  const first = withThousands(given);
  if (total >= maxCounted) {
    return (
      'counting stopped at ' +
      toText(all) +
      ' matches, of which the first ' +
      toText(first) +
      ' are here'
    );
  }
  if (total === given) return undefined;
  const more =
    chars >= maxChars
      ? 'that is all that one call gives'
      : 'max (at most ' + withThousands(maxMatches) + ') gives more';
  return 'the first ' + toText(first) + ' of ' + toText(all) + ' matches are here; ' + more;
}

const optionNames = 'context, max, before, after, ignoreCase, literal';
const lineFeed = 10;

function readOptions(given: unknown): Options {
  const options: Options = {
    context: 80,
    before: undefined,
    after: undefined,
    max: 20,
    ignoreCase: false,
    literal: false,
  };
  if (given === undefined) return options;
  if (typeof given !== 'object' || given === null) {
    throw new GuestTypeError('grep takes options in an object: { ' + optionNames + ' }');
  }
  each(keys(given), (name) => {
    const option = (given as Record<string, unknown>)[name];
    if (name === 'context') options.context = wholeNumber('grep: context', option, 0);
    else if (name === 'before') options.before = wholeNumber('grep: before', option, 0);
    else if (name === 'after') options.after = wholeNumber('grep: after', option, 0);
    else if (name === 'max') options.max = wholeNumber('grep: max', option, 0);
    else if (name === 'ignoreCase' || name === 'ignore_case') options.ignoreCase = option === true;
    else if (name === 'literal') options.literal = option === true;
    else {
      throw new GuestTypeError('grep has no option ' + name + ': there are ' + optionNames);
    }
  });
  if (options.max > maxMatches) options.max = maxMatches;
  return options;
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
  if (brand === 'map') {
    each(mapEntries(value as Map<unknown, unknown>), (entry) => visit(entry[0], textOf(entry[1])));
  } else if (isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      if (!visit(index, textOf(value[index]))) return;
    }
  } else if (brand === 'plain' || brand === 'other') {
    const items = value as Record<string, unknown>;
    each(keys(items), (key) => visit(key, textOf(items[key])));
  } else {
    throw new GuestTypeError(
      'grep looks into a text, a list or an object, got ' + typeNameOf(value),
    );
  }
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
