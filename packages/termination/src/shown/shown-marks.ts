import { listOf, required, text } from '@rlm/repl-types/options';
import { checkOption, refuseOption } from '@rlm/repl-types/internal';

import { detach } from '@rlm/repl-types/internal';

import { foldMarks, readingsOf } from './fold-marks.js';
import { disguises, isDisguised } from './load-disguises.js';

/**
 * Knows whether the texts that a model was shown in a run hold marks of calls or tags. It keeps flags and a few
 * characters, no texts.
 */
export interface ShownMarks {
  /**
   * Reads a text that the model is shown. A mark may begin in one text and end in the next. Await `loadDisguises(text)`
   * first: until then, a text with characters that may be disguised holds every mark.
   */
  add(text: string): void;
  /** Whether one of these marks was found so far. The reader must have been created with them. */
  has(marks: readonly string[]): boolean;
}

/** The marks of the calls that end a run: `FINAL(`, `FINAL_VAR(`, `SUBMIT(`. */
export const finalMarks: readonly string[] = ['final(', 'final_var(', 'submit('];

/**
 * Creates a reader of the texts that a model is shown. A mark is found however it is written: with other letters,
 * entities, escapes or accents, or with blanks, comments, marks or digits between its letters. False positives are
 * preferred to misses. A mark that ends with a bracket is found before any bracket, colon or equals sign; one that
 * begins with `<`, after any opening bracket. A mark without letters is found in every text. Reading is linear.
 *
 * @param marks Beginnings of calls and tags: `final(`, `<delete_all`. For one that is not plain ASCII, await
 *   `loadDisguises(mark)` before the first text.
 */
export function createShownMarks(marks: readonly string[]): ShownMarks {
  checkOption('marks', marks, required(listOf(text)), refuseOption);
  const wanted = new Map<string, RegExp | undefined>(marks.map((mark) => [mark, undefined]));
  const found = new Set<string>();
  const tailChars = 2 * Math.max(0, ...marks.map((mark) => mark.length));
  let tails: readonly string[] = [];
  return {
    add(text) {
      if (wanted.size === 0 || text.trim() === '') return;
      const read = readingsOf(text).map((folded, index) => (tails[index] ?? '') + folded);
      // Most texts read the same in every way.
      const distinct = [...new Set(read)];
      const isUnread = disguises() === undefined && [text, ...marks].some(isDisguised);
      for (const [mark, known] of wanted) {
        // Made with the first text: a mark in another script needs what reads disguises.
        const pattern = known ?? patternOf(foldMarks(mark));
        wanted.set(mark, pattern);
        if (!isUnread && !distinct.some((folded) => pattern.test(folded))) continue;
        found.add(mark);
        wanted.delete(mark);
      }
      const ends = new Map(distinct.map((folded) => [folded, detach(folded.slice(-tailChars))]));
      tails = wanted.size === 0 ? [] : read.map((folded) => ends.get(folded) ?? '');
    },
    has: (sought) => sought.some((mark) => found.has(mark)),
  };
}

/** Finds a folded mark in a folded text, with any sign between its letters. */
function patternOf(mark: string): RegExp {
  const letters = Array.from(mark.replace(/[<(:]+/g, ''));
  if (letters.length === 0) return /(?:)/;
  const head = /^[<(]/.test(mark) ? '[<(]' : '';
  const tail = /[(:]$/.test(mark) ? '[(:]' : '';
  return new RegExp(head + letters.join('[<(:]?') + tail, 'u');
}
