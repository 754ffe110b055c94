import { decodeText } from './decode.js';
import { foldMarks } from './fold-marks.js';

/** Marks, in a text that a program made, the lines that read as lines of its host. */
export type LineQuoter = (text: string) => string;

/** What stands before a line that is quoted. */
const quoteMark = '> ';

const lines = /(^|[\n\r\v\f\u0085\u2028\u2029])([^\n\r\v\f\u0085\u2028\u2029]+)/g;

/** The note of a text that was cut, without its number. */
const leftOut = '(characters left out)';

/** What may stand for another character. */
const dressed = /[^\t\u0020-\u007e]|[&\\%]/;

/** Characters of a line in which its beginning is looked for, dress included. */
const looked = 120;

/**
 * Makes a function that puts `> ` before each line of a text that begins as one of `heads` does (`Note:`), however it is
 * written, or as the note of a text that was cut. Where all texts of programs go through it, a line that begins so is always
 * the host's own. A line that begins with `> ` stays as it is, so that quoting twice changes nothing. Linear.
 */
export function createLineQuoter(heads: readonly string[]): LineQuoter {
  const folded = [...heads, leftOut].map(foldMarks);
  const isHead = (line: string): boolean => {
    if (line.startsWith(quoteMark)) return false;
    const start = line.slice(0, looked);
    if (!dressed.test(start) && !mayBegin.test(start)) return false;
    const text = foldMarks(decodeText(start)).replace(/^[:<]/, '');
    return folded.some((head) => text.startsWith(head));
  };
  // Most lines are plain, and begin with other letters: they need no folding.
  const initials = folded.map((head) => /[a-z]/.exec(head)?.[0] ?? 'a-z').join('');
  const mayBegin = new RegExp(`^[^a-z]*[${initials}]`, 'i');
  return (text) =>
    text.replace(lines, (whole, before: string, line: string) =>
      isHead(line) ? before + quoteMark + line : whole,
    );
}
