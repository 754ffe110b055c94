import { nextTurn } from '@rlm/repl-types/internal';

import type { BitMarks } from './bit-marks.js';
import type { MeasuredText } from './measured-text.js';

/** The number of equal parts into which a context is divided. */
const partsOfContext = 100;

/** The number of strings that are processed before other work gets a turn. */
const leavesAtOnce = 50_000;

/**
 * For each context, the share of each of its parts that was read, from the beginning to the end: to
 * three digits.
 */
export type CoverageStrips = Readonly<Record<string, readonly number[]>>;

/**
 * Divides each context into parts of equal length, in measured characters, and counts the marked
 * ones of each.
 */
export async function stripsOf(measured: MeasuredText, read: BitMarks): Promise<CoverageStrips> {
  const { starts, ends } = measured;
  const strips: [string, readonly number[]][] = [];
  for (const { name, first, end } of measured.contexts) {
    let chars = 0;
    for (let leaf = first; leaf < end; leaf += 1) chars += (ends[leaf] ?? 0) - (starts[leaf] ?? 0);
    const part = Math.max(1, chars / partsOfContext);
    const counts = Array.from({ length: Math.ceil(chars / part) }, () => 0);
    let before = 0;
    for (let leaf = first; leaf < end; leaf += 1) {
      const [start, stop] = [starts[leaf] ?? 0, ends[leaf] ?? 0];
      for (let at = read.next(start, stop, true); at < stop; at = read.next(at, stop, true)) {
        const to = read.next(at, stop, false);
        addRun(counts, part, before + at - start, before + to - start);
        at = to;
      }
      before += stop - start;
      if (leaf % leavesAtOnce === leavesAtOnce - 1) await nextTurn();
    }
    const lengthOf = (index: number): number => Math.min(part, chars - index * part);
    strips.push([name, counts.map((count, index) => round(count / lengthOf(index)))]);
  }
  return Object.freeze(Object.fromEntries(strips));
}

/** Adds a range that was read to the parts that it overlaps. */
function addRun(counts: number[], part: number, from: number, to: number): void {
  for (let at = from; at < to;) {
    const index = Math.min(counts.length - 1, Math.floor(at / part));
    const end = index === counts.length - 1 ? to : Math.min(to, (index + 1) * part);
    counts[index] = (counts[index] ?? 0) + end - at;
    // Rounding may place `at` at the end of its part.
    at = end > at ? end : to;
  }
}

const round = (share: number): number => Math.round(share * 1_000) / 1_000;
