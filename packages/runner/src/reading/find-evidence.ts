import { nextTurn } from '@rlm/repl-types/internal';

import type { Evidence } from './coverage.js';
import { matchRead, type ReadState } from './match-read.js';
import type { MeasuredText } from './measured-text.js';
import { leavesOf, placeInLeaf } from './place-spans.js';
import type { Span } from './read-spans.js';

/**
 * Limits on quotes that are searched, pieces of evidence, characters of a piece, and characters of
 * a text that are searched at once.
 */
const most = { quotes: 16, evidence: 100, quoteChars: 200, searchedChars: 8_000_000 };

/** Text in quotation marks, within one line. */
const quoted = /"([^"\n]{8,1000})"|“([^”\n]{8,1000})”|«([^»\n]{8,1000})»|`([^`\n]{8,1000})`/g;

/**
 * Finds words of an answer in the contexts: stretches that are long enough to count as read, and
 * what the answer puts in quotation marks. Of words that several places contain, the first place is
 * returned.
 */
export async function findEvidence(
  measured: MeasuredText,
  state: ReadState,
  answer: string,
): Promise<readonly Evidence[]> {
  const matches = await matchRead(state, answer);
  const spans: Span[] = [...matches];
  const isMatched = (at: number): boolean =>
    matches.some(({ readStart, readEnd }) => readStart <= at && at < readEnd);
  let searched = 0;
  for (const { index, 0: whole, 1: a, 2: b, 3: c, 4: d } of answer.matchAll(quoted)) {
    const words = a ?? b ?? c ?? d ?? '';
    if (isMatched(index + whole.length / 2)) continue;
    searched += 1;
    if (searched > most.quotes) break;
    const start = await search(measured.text, words);
    if (start !== -1) spans.push({ start, end: start + words.length });
  }
  const found: Evidence[] = [];
  for (const span of spans) {
    for (const part of leavesOf(measured, span)) {
      if (found.length === most.evidence) return Object.freeze(found);
      const quote = measured.text.slice(
        part.start,
        Math.min(part.end, part.start + most.quoteChars),
      );
      found.push(Object.freeze({ ...placeInLeaf(measured, part), quote }));
    }
  }
  return Object.freeze(found);
}

async function search(text: string, words: string): Promise<number> {
  for (let from = 0; from < text.length; from += most.searchedChars) {
    const part = text.slice(from, from + most.searchedChars + words.length);
    const at = part.indexOf(words);
    if (at !== -1) return from + at;
    await nextTurn();
  }
  return -1;
}
