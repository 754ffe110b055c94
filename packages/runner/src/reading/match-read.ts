import { nextTurn } from '@rlm/repl-types/internal';

import { growMatch, type Match, type ReadRange } from './grow-match.js';
import { foldUnit } from './significant.js';
import { blockChars, bucketOf, rollHash, type Bucket, type TextIndex } from './text-index.js';

/** The number of characters of a read text that are matched before other work gets a turn. */
const charsAtOnce = 32_768;

/**
 * A block at more places than `most` is common. It is only looked at where no match contains a
 * rarer block, and then only the first `tried` of its places and the first unread one.
 */
const places = { most: 12, tried: 24 };

/**
 * The least significant characters of a match with a rare block, and of one without; and the least
 * characters of any match.
 */
const least = { rare: 20, common: 32, all: 32 };

/**
 * A match with this many significant characters is accepted at once; a shorter one waits for a
 * longer one that overlaps it.
 */
export const longMatch = 160;

/** What a read text is compared with, and what is known about earlier texts. */
export interface ReadState {
  readonly index: TextIndex;
  /** Whether this place of the text was already read. */
  readonly isRead: (at: number) => boolean;
  /** The end of the last match in the indexed text: what follows it is likely to be read next. */
  lastEnd: number;
  /** For buckets with many blocks, the first block that may be unread. */
  readonly unread: Map<number, number>;
}

/**
 * Finds the parts of the indexed text that a read text contains: matches in the order of the read
 * text, without overlaps in it. If a part may come from several places, the one with the longest
 * match counts; among equal ones, the place where the last match goes on, then the first unread
 * one, then the first.
 */
export async function matchRead(state: ReadState, read: string): Promise<readonly Match[]> {
  const matches: Match[] = [];
  for (let from = 0; from < read.length; from += charsAtOnce) {
    const to = Math.min(read.length, from + charsAtOnce);
    matches.push(...matchPiece(state, read, { from, to }, matches.at(-1)));
    await nextTurn();
  }
  return matches;
}

function matchPiece(
  state: ReadState,
  read: string,
  { from, to }: ReadRange,
  last: Match | undefined,
): readonly Match[] {
  const matches: Match[] = [];
  let matchedTo = last?.readEnd ?? 0;
  if (last !== undefined && matchedTo === from) {
    // The piece before ended within a match: what is left of it may be short.
    const place = { at: last.end, readAt: from };
    const rest = growMatch(state.index.text, read, place, { from, to });
    if (rest.chars > 0) {
      matches.push(rest);
      matchedTo = rest.readEnd;
      state.lastEnd = rest.end;
    }
  }
  // A block may have begun in the piece before.
  const start = Math.max(matchedTo, from - 2 * blockChars);
  const scan = { state, read, matches };
  if (scanRange(scan, { from: start, to }, matchedTo, false)) {
    for (const gap of gapsBetween(matches, { from: matchedTo, to }))
      scanRange(scan, gap, gap.from, true);
    matches.sort((a, b) => a.readStart - b.readStart);
  }
  return matches;
}

/** The parts of a range that no match covers, with at least `leastChars` characters. */
export function gapsBetween(
  matches: readonly Match[],
  { from, to }: ReadRange,
  leastChars: number = least.all,
): readonly ReadRange[] {
  const starts = [from, ...matches.map(({ readEnd }) => Math.max(from, readEnd))];
  const ends = [...matches.map(({ readStart }) => readStart), to];
  return starts
    .map((start, place) => ({ from: start, to: ends[place] ?? to }))
    .filter((gap) => gap.to - gap.from >= leastChars);
}

interface Scan {
  readonly state: ReadState;
  readonly read: string;
  readonly matches: Match[];
}

/** A power of two that is larger than a block. */
const ringSize = 32;

/**
 * Searches a part of the read text for matches that begin at or after `matchedTo`: for those with a
 * rare block, or for those with a common one. Returns whether there are common blocks.
 */
function scanRange(
  { state, read, matches }: Scan,
  { from, to }: ReadRange,
  matchedTo: number,
  takesCommon: boolean,
): boolean {
  const { index } = state;
  const units = new Uint16Array(ringSize);
  const begins = new Uint32Array(ringSize);
  let [hash, filled, readFrom] = [0, 0, matchedTo];
  let hasCommon = false;
  let waiting: Match | undefined;
  for (let at = from; at < to || waiting !== undefined; at += 1) {
    const isOver = at >= to || (waiting !== undefined && at >= waiting.readEnd + blockChars);
    if (waiting !== undefined && (isOver || waiting.chars >= longMatch)) {
      take(matches, waiting);
      state.lastEnd = waiting.end;
      if (waiting.chars >= longMatch) readFrom = waiting.readEnd;
      at = waiting.readEnd - 1;
      hash = 0;
      filled = 0;
      waiting = undefined;
      continue;
    }
    const unit = foldUnit(read.charCodeAt(at));
    if (unit === 0) continue;
    const leaving = filled < blockChars ? 0 : (units[(filled - blockChars) & (ringSize - 1)] ?? 0);
    hash = rollHash(hash, unit, leaving);
    units[filled & (ringSize - 1)] = unit;
    begins[filled & (ringSize - 1)] = at;
    filled += 1;
    if (filled < blockChars) continue;
    const bucket = bucketOf(index, hash);
    if (bucket.first === 0) continue;
    const isCommon = bucket.count > places.most;
    hasCommon ||= isCommon;
    if (isCommon !== takesCommon) continue;
    const readAt = begins[(filled - blockChars) & (ringSize - 1)] ?? 0;
    const match = bestMatch(state, read, bucket, readAt, { from: readFrom, to });
    if (match === undefined) continue;
    if (waiting === undefined || isBetter(match, waiting, state)) waiting = match;
  }
  return hasCommon;
}

/**
 * Adds a match, in place of shorter ones that it overlaps; leaves it out if it overlaps one that is
 * not much shorter.
 */
function take(matches: Match[], match: Match): void {
  let kept = matches.length;
  for (let last = matches[kept - 1]; last !== undefined; last = matches[kept - 1]) {
    if (last.readEnd <= match.readStart) break;
    if (match.chars < 1.5 * last.chars) return;
    kept -= 1;
  }
  matches.splice(kept, Infinity, match);
}

/** The best match that contains a block of a bucket; undefined if none is long enough. */
function bestMatch(
  state: ReadState,
  read: string,
  { bucket, first, count }: Bucket,
  readAt: number,
  range: ReadRange,
): Match | undefined {
  const { index } = state;
  const isCommon = count > places.most;
  const leastChars = isCommon ? least.common : least.rare;
  let best: Match | undefined;
  const consider = (block: number): void => {
    const place = { at: index.starts[block] ?? 0, readAt };
    const match = growMatch(index.text, read, place, range);
    if (match.chars < leastChars || match.end - match.start < least.all) return;
    if (best === undefined || isBetter(match, best, state)) best = match;
  };
  let block = first;
  for (let tried = 0; block !== 0; tried += 1) {
    if (isCommon && tried === places.tried) {
      consider(firstUnread(state, bucket, block));
      break;
    }
    consider(block);
    block = index.next[block] ?? 0;
  }
  return best;
}

/** The first unread block of a bucket, from `block` on; the last one if all are read. */
function firstUnread({ index, isRead, unread }: ReadState, bucket: number, block: number): number {
  let found = unread.get(bucket) ?? block;
  for (let next = found; next !== 0 && isRead(index.starts[found] ?? 0);) {
    found = next;
    next = index.next[next] ?? 0;
  }
  unread.set(bucket, found);
  return found;
}

function isBetter(match: Match, best: Match, { lastEnd, isRead }: ReadState): boolean {
  if (match.chars !== best.chars) return match.chars > best.chars;
  const goesOn = ({ start, end }: Match): boolean => start <= lastEnd && lastEnd < end;
  if (goesOn(match) !== goesOn(best)) return goesOn(match);
  const isNew = ({ start, end }: Match): boolean => !isRead((start + end) >>> 1);
  return isNew(match) && !isNew(best);
}
