import { inspect, typeNameOf } from './inspect.js';
import { offPair, withThousands } from './text.js';

/** The most lines that `lines` returns at once, and characters of one line; the most pieces of `chunk`. */
const maxLinesAtOnce = 1_000;
const maxCharsAtOnce = 20_000;
const maxLineChars = 2_000;
const maxPieces = 10_000;

/** A whole number from `least`; `name` appears in the error otherwise. */
export function wholeNumber(name: string, value: unknown, least: number): number {
  if (Number.isSafeInteger(value) && (value as number) >= least) return value as number;
  const got = inspect(value, 60).text;
  throw new TypeError(name + ' must be a whole number from ' + String(least) + ', got ' + got);
}

/** The text that a helper takes. */
function textFor(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  const isData = typeof value === 'object' && value !== null;
  const item = Array.isArray(value) ? '0' : 'key';
  const advice = isData ? ': give one of its texts, as in ' + name + '(value[' + item + '])' : '';
  throw new TypeError(name + ' takes a text, got ' + typeNameOf(value) + advice);
}

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
  const wanted =
    last === undefined || last === null ? Infinity : wholeNumber('lines: last', last, from);
  const isEnded = whole === '' || whole.endsWith('\n');
  const count = countLineEnds(whole, 0, whole.length) + (isEnded ? 0 : 1);
  const to = Math.min(wanted, count);
  if (from > count) return '(there are ' + withThousands(count) + ' lines)';
  const shown: string[] = [];
  let chars = 0;
  let at = 0;
  for (let number = 1; number <= to; number++) {
    const lineEnd = whole.indexOf('\n', at);
    const end = lineEnd < 0 ? whole.length : lineEnd;
    if (number >= from) {
      const line = shortened(whole, at, end);
      chars += line.length;
      if (shown.length >= maxLinesAtOnce || chars > maxCharsAtOnce) {
        const left =
          'lines ' + withThousands(number) + ' to ' + withThousands(to) + ' are left out';
        shown.push('... (' + left + ': at most 1,000 lines and 20,000 characters at once)');
        break;
      }
      shown.push(isPlain ? line : String(number) + ': ' + line);
    }
    at = end + 1;
  }
  return shown.join('\n');
}

function shortened(text: string, start: number, end: number): string {
  if (end - start <= maxLineChars) return text.slice(start, end);
  const cut = offPair(text, start + maxLineChars);
  return text.slice(start, cut) + ' ... (' + withThousands(end - cut) + ' characters left out)';
}

/** The line ends from one offset to another. */
export function countLineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) {
    count++;
  }
  return count;
}

/** A text, or a list, in pieces with their offsets: `[{ start, end, text }]`, of a list `items`. */
export function chunk(value: unknown, size: unknown = 200_000, overlap: unknown = 0): object[] {
  const whole = Array.isArray(value) ? (value as readonly unknown[]) : textFor('chunk', value);
  const step = wholeNumber('chunk: size', size, 1);
  const shared = wholeNumber('chunk: overlap', overlap, 0);
  if (shared * 2 > step) {
    const most = 'chunk: overlap must be at most half of size (' + String(step) + '), got ';
    throw new TypeError(most + String(shared));
  }
  const { length } = whole;
  if ((length - shared) / (step - shared) > maxPieces) {
    throw new TypeError('chunk: that makes more than 10,000 pieces: take a larger size');
  }
  const pieces: object[] = [];
  for (let start = 0; start < length; start += step - shared) {
    const end = Math.min(start + step, length);
    const piece = whole.slice(start, end);
    pieces.push(
      typeof piece === 'string' ? { start, end, text: piece } : { start, end, items: piece },
    );
    if (end === length) break;
  }
  return pieces;
}
