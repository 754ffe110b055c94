import { foldUnit } from './significant.js';

/**
 * A stretch of a read text that the indexed text contains. All are indexes of UTF-16 code units;
 * the ends are exclusive.
 */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly readStart: number;
  readonly readEnd: number;
  /** The number of significant characters that agree. */
  readonly chars: number;
}

/** A pair of places that agree, one in the indexed text and one in the read text. */
interface Place {
  readonly at: number;
  readonly readAt: number;
}

/** The part of a read text that a match may cover. */
export interface ReadRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Texts are compared in strides of this length once this many significant characters have agreed.
 */
const stride = { length: 512, after: 64 };

/**
 * At the beginning of a line, a read text may have up to `most` significant characters of its own
 * (the line's number, a path), if at least `after` characters agreed before them and `agreeing`
 * ones agree after them.
 */
const between = { most: 64, agreeing: 8, after: 18 };

interface Grown {
  readonly at: number;
  readonly readAt: number;
  readonly chars: number;
}

/** Grows a match from a place in both directions, as far as the significant characters agree. */
export function growMatch(
  text: string,
  read: string,
  { at, readAt }: Place,
  { from, to }: ReadRange,
): Match {
  const ahead = growForward(text, read, { at, readAt }, to);
  const behind =
    ahead.chars === 0
      ? { at, readAt, chars: 0 }
      : growBackward(text, read, { at, readAt }, from, ahead.chars);
  return {
    start: behind.at,
    end: ahead.at,
    readStart: behind.readAt,
    readEnd: ahead.readAt,
    chars: ahead.chars + behind.chars,
  };
}

function growForward(text: string, read: string, place: Place, to: number): Grown {
  let { at, readAt } = place;
  let [end, readEnd, chars] = [at, readAt, 0];
  for (;;) {
    if (chars >= stride.after) {
      while (
        readAt + stride.length <= to &&
        at + stride.length <= text.length &&
        text.substring(at, at + stride.length) === read.substring(readAt, readAt + stride.length)
      ) {
        at += stride.length;
        readAt += stride.length;
        chars += stride.length;
        end = at;
        readEnd = readAt;
      }
    }
    let unit = 0;
    while (at < text.length && (unit = foldUnit(text.charCodeAt(at))) === 0) at += 1;
    let readUnit = 0;
    while (readAt < to && (readUnit = foldUnit(read.charCodeAt(readAt))) === 0) readAt += 1;
    if (at >= text.length || readAt >= to) break;
    if (unit !== readUnit) {
      const isLine = chars >= between.after && text.slice(end, at).includes('\n');
      const skipped = isLine ? skipForward(text, read, { at, readAt }, to) : -1;
      if (skipped === -1) break;
      readAt = skipped;
      continue;
    }
    at += 1;
    readAt += 1;
    chars += 1;
    end = at;
    readEnd = readAt;
  }
  while (end < text.length && readEnd < to && text.charCodeAt(end) === read.charCodeAt(readEnd)) {
    end += 1;
    readEnd += 1;
  }
  return { at: end, readAt: readEnd, chars };
}

function growBackward(
  text: string,
  read: string,
  place: Place,
  from: number,
  ahead: number,
): Grown {
  let { at, readAt } = place;
  let [start, readStart, chars] = [at, readAt, 0];
  for (;;) {
    if (ahead + chars >= stride.after) {
      while (
        readAt - stride.length >= from &&
        at >= stride.length &&
        text.substring(at - stride.length, at) === read.substring(readAt - stride.length, readAt)
      ) {
        at -= stride.length;
        readAt -= stride.length;
        chars += stride.length;
        start = at;
        readStart = readAt;
      }
    }
    let unit = 0;
    while (at > 0 && (unit = foldUnit(text.charCodeAt(at - 1))) === 0) at -= 1;
    let readUnit = 0;
    while (readAt > from && (readUnit = foldUnit(read.charCodeAt(readAt - 1))) === 0) readAt -= 1;
    if (at === 0 || readAt <= from) break;
    if (unit !== readUnit) {
      const isLine = ahead + chars >= between.after && text.slice(at, start).includes('\n');
      const skipped = isLine ? skipBackward(text, read, { at, readAt }, from) : -1;
      if (skipped === -1) break;
      readAt = skipped;
      continue;
    }
    at -= 1;
    readAt -= 1;
    chars += 1;
    start = at;
    readStart = readAt;
  }
  while (
    start > 0 &&
    readStart > from &&
    text.charCodeAt(start - 1) === read.charCodeAt(readStart - 1)
  ) {
    start -= 1;
    readStart -= 1;
  }
  return { at: start, readAt: readStart, chars };
}

/** Where the read text agrees with the other again, after text of its own; -1 if it does not. */
function skipForward(text: string, read: string, { at, readAt }: Place, to: number): number {
  for (let skipped = 0, next = readAt; skipped < between.most && next < to; skipped += 1) {
    next += 1;
    while (next < to && foldUnit(read.charCodeAt(next)) === 0) next += 1;
    if (agrees(text, read, at, next, to, 1)) return next;
  }
  return -1;
}

function skipBackward(text: string, read: string, { at, readAt }: Place, from: number): number {
  for (let skipped = 0, next = readAt; skipped < between.most && next > from; skipped += 1) {
    next -= 1;
    while (next > from && foldUnit(read.charCodeAt(next - 1)) === 0) next -= 1;
    if (agrees(text, read, at - 1, next - 1, from - 1, -1)) return next;
  }
  return -1;
}

/** Whether the next significant characters agree, in either direction. */
function agrees(
  text: string,
  read: string,
  start: number,
  readStart: number,
  readEnd: number,
  direction: 1 | -1,
): boolean {
  let [at, readAt] = [start, readStart];
  for (let chars = 0; chars < between.agreeing; chars += 1) {
    let unit = 0;
    while (at >= 0 && at < text.length && (unit = foldUnit(text.charCodeAt(at))) === 0)
      at += direction;
    let readUnit = 0;
    while (readAt !== readEnd && (readUnit = foldUnit(read.charCodeAt(readAt))) === 0)
      readAt += direction;
    if (unit === 0 || readUnit === 0 || unit !== readUnit) return false;
    at += direction;
    readAt += direction;
  }
  return true;
}
