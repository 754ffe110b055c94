import { listOf, required, text } from '@rlm/repl-types/options';
import {
  checkOption,
  createBoundedWork,
  refuseOption,
  TooMuchWorkError,
} from '@rlm/repl-types/internal';

import { foldText } from './fold-text.js';
import { createMarkReader, type MarkReader } from './mark-reader.js';

/**
 * Knows whether the texts that a model was shown in a run hold marks of calls or tags. It keeps flags and how far each
 * mark was read, no texts.
 */
export interface ShownMarks {
  /**
   * Reads a text that the model is shown. A mark may begin in one text and end in the next. A text of over 220,000
   * characters, decoded, counts as one that holds every mark.
   */
  add(text: string): void;
  /** Whether one of these marks was found so far. The reader must have been created with them. */
  has(marks: readonly string[]): boolean;
}

/** The marks of the calls that end a run: `FINAL(`, `FINAL_VAR(`, `SUBMIT(`. */
export const finalMarks: readonly string[] = ['final(', 'final_var(', 'submit('];

/** The longest text that is read. */
const maxChars = 220_000;

/** The steps that its reading may take: under 100 ms. */
const maxSteps = 3_000_000;

/**
 * Creates a reader of the texts that a model is shown. A mark is found however it is written: in codes, with accents, in
 * other type, with letters outside of ASCII in place of all but three, or with blanks, comments, tags, marks or digits
 * between its letters. False positives are preferred to misses. A mark that ends with a bracket is found before any
 * opening bracket, colon or equals sign; one that begins with `<`, after any opening bracket. A mark without letters is
 * found in every text. Reading is linear.
 *
 * @param marks Beginnings of calls and tags: `final(`, `<delete_all`.
 */
export function createShownMarks(marks: readonly string[]): ShownMarks {
  checkOption('marks', marks, required(listOf(text)), refuseOption);
  const folded = new Map(marks.map((mark) => [mark, foldText(mark, createBoundedWork())]));
  const reader = createMarkReader(folded);
  const found = new Set<string>();
  return {
    add(text) {
      if (found.size === folded.size || text.trim() === '') return;
      const held = marksIn(text, reader) ?? new Set(marks);
      for (const [mark, letters] of folded) {
        if (held.has(mark) || !/\p{L}/u.test(letters)) found.add(mark);
      }
    },
    has: (sought) => sought.some((mark) => found.has(mark)),
  };
}

/** The marks in a text; undefined if it is too long to be read, or takes too much work. */
function marksIn(text: string, reader: MarkReader): ReadonlySet<string> | undefined {
  if (text.length > maxChars) return undefined;
  const work = createBoundedWork({ maxSteps });
  try {
    return reader.read(foldText(text, work), work);
  } catch (error) {
    if (error instanceof TooMuchWorkError) return undefined;
    throw error;
  }
}
