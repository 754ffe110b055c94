import type { Match } from './grow-match.js';
import { gapsBetween, longMatch, matchRead, type ReadState } from './match-read.js';
import { formsOf } from './read-forms.js';

/** A part of a text: indexes of UTF-16 code units, the end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The share of a text that may be outside its matches without trying another form of it. */
const restShare = 0.002;

/**
 * The parts of the indexed text that a read text contains: those in its form with the most matches
 * (`formsOf`), and long parts in the other forms. A part that the text contains twice is returned
 * twice.
 */
export async function readSpans(state: ReadState, read: string): Promise<readonly Span[]> {
  const { lastEnd } = state;
  const found: (readonly Match[])[] = [];
  for await (const form of formsOf(read)) {
    state.lastEnd = lastEnd;
    const matches = await matchRead(state, form);
    found.push(matches);
    const rest = gapsBetween(matches, { from: 0, to: form.length }, 1);
    const restChars = rest.reduce((sum, { from, to }) => sum + to - from, 0);
    if (restChars <= form.length * restShare) break;
  }
  const [most = [], ...others] = found.sort((a, b) => charsOf(b) - charsOf(a));
  state.lastEnd = most.at(-1)?.end ?? lastEnd;
  const spans: Span[] = [...most];
  for (const matches of others) {
    const known = union(spans);
    for (const match of matches) {
      if (match.chars >= longMatch) spans.push(...without(match, known));
    }
  }
  return spans;
}

function charsOf(matches: readonly Match[]): number {
  return matches.reduce((sum, { chars }) => sum + chars, 0);
}

/** Spans in order; those that touch are joined. */
function union(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last === undefined || span.start > last.end) joined.push(span);
    else joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return joined;
}

/** The parts of a span that are in none of the known ones, which are in order and apart. */
function without({ start, end }: Span, known: readonly Span[]): readonly Span[] {
  const left: Span[] = [];
  let from = start;
  for (let place = firstEndingAfter(known, start); from < end; place += 1) {
    const { start: gapEnd, end: next } = known[place] ?? { start: end, end };
    if (gapEnd > from) left.push({ start: from, end: Math.min(end, gapEnd) });
    from = Math.max(from, next);
  }
  return left;
}

function firstEndingAfter(spans: readonly Span[], at: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.end ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
