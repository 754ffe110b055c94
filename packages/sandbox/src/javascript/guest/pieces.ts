import { textFor, wholeNumber } from './arguments.js';
import {
  GuestTypeError,
  indexOf,
  isArray,
  join,
  push,
  slice,
  sliceList,
  toText,
} from './intrinsics.js';
import { offPair } from './off-pair.js';
import { withThousands } from './show-value.js';

/** The most lines that `lines` returns at once, and characters of one line; the most pieces of `chunk`. */
const maxLinesAtOnce = 1_000;
const maxCharsAtOnce = 20_000;
const maxLineChars = 2_000;
const maxPieces = 10_000;

/** The lines from `first` to `last`, both included, from 1, each with its number before it, unless `{ numbers: false }`. */
export function lines(
  text: unknown,
  first: unknown = 1,
  last?: unknown,
  options?: unknown,
): string {
  const isPlain = (options as { numbers?: unknown } | null | undefined)?.numbers === false;
  const whole = textFor('lines', text);
  const from = wholeNumber('lines: first', first, 1);
  const isOpen = last === undefined || last === null;
  const wanted = isOpen ? Infinity : wholeNumber('lines: last', last, from);
  const count = countLineEnds(whole, 0, whole.length) + (endsLine(whole) ? 0 : 1);
  const to = wanted < count ? wanted : count;
  if (from > count) return '(there are ' + withThousands(count) + ' lines)';
  const shown: string[] = [];
  let chars = 0;
  let at = 0;
  for (let number = 1; number <= to; number++) {
    const lineEnd = indexOf(whole, '\n', at);
    const end = lineEnd < 0 ? whole.length : lineEnd;
    if (number >= from) {
      const line = shortened(whole, at, end);
      chars += line.length;
      if (shown.length >= maxLinesAtOnce || chars > maxCharsAtOnce) {
        const left =
          'lines ' + withThousands(number) + ' to ' + withThousands(to) + ' are left out';
        const most =
          'at most ' +
          withThousands(maxLinesAtOnce) +
          ' lines and ' +
          withThousands(maxCharsAtOnce) +
          ' characters at once';
        push(shown, '... (' + left + ': ' + most + ')');
        break;
      }
      push(shown, isPlain ? line : toText(number) + ': ' + line);
    }
    at = end + 1;
  }
  return join(shown, '\n');
}

function shortened(text: string, start: number, end: number): string {
  if (end - start <= maxLineChars) return slice(text, start, end);
  const cut = offPair(text, start + maxLineChars);
  const leftOut = withThousands(end - cut);
  return slice(text, start, cut) + ' ... (' + leftOut + ' characters left out)';
}

function endsLine(text: string): boolean {
  return text === '' || slice(text, text.length - 1) === '\n';
}

/** The line ends from one offset to another. */
export function countLineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = indexOf(text, '\n', from); at >= 0 && at < to; at = indexOf(text, '\n', at + 1)) {
    count++;
  }
  return count;
}

/** A text, or a list, in pieces with their offsets: `[{ start, end, text }]`, of a list `items`. */
export function chunk(value: unknown, size: unknown = 200_000, overlap: unknown = 0): object[] {
  const list = isArray(value) ? (value as readonly unknown[]) : undefined;
  const text = list === undefined ? textFor('chunk', value) : '';
  const length = list === undefined ? text.length : list.length;
  const step = wholeNumber('chunk: size', size, 1);
  const shared = wholeNumber('chunk: overlap', overlap, 0);
  if (shared * 2 > step) {
    throw new GuestTypeError(
      'chunk: overlap must be at most half of size (' + toText(step) + '), got ' + toText(shared),
    );
  }
  const count = (length - shared) / (step - shared);
  if (count > maxPieces) {
    throw new GuestTypeError(
      'chunk: that makes more than ' + withThousands(maxPieces) + ' pieces: take a larger size',
    );
  }
  const pieces: object[] = [];
  for (let start = 0; start < length; start += step - shared) {
    const end = start + step < length ? start + step : length;
    push(
      pieces,
      list === undefined
        ? { start, end, text: slice(text, start, end) }
        : { start, end, items: sliceList(list, start, end) },
    );
    if (end === length) break;
  }
  return pieces;
}
