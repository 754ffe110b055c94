import { listOf, required, text } from '@rlm/repl-types/options';
import { checkOption, refuseOption } from '@rlm/repl-types/internal';

import { decoded, foldMarks } from './fold-marks.js';
import { disguises, isDisguised } from './load-disguises.js';

/** Marks the lines of a program's text that look like lines of its host. */
export type LineQuoter = (text: string) => string;

/** The prefix of a quoted line. */
const quoteMark = '> ';

const lines = /(^|[\n\r\v\f\u0085\u2028\u2029])([^\n\r\v\f\u0085\u2028\u2029]+)/g;

/** The note of a cut text, without its number. */
const leftOut = '(characters left out)';

/** How many characters of a line, disguises included, are searched for a head. */
const looked = 120;

/**
 * Creates a function that puts `> ` before each line of a text that begins like one of `heads` (`Note:`), however it is
 * written, or like the note of a cut text. If all texts of programs pass through it, a line that begins so is always
 * the host's own. A line that begins with `> ` does not change, so quoting twice changes nothing. Linear.
 *
 * Await `loadDisguises(text)` first: until then, each line whose beginning may be disguised is quoted.
 *
 * @param heads In plain ASCII.
 */
export function createLineQuoter(heads: readonly string[]): LineQuoter {
  checkOption('heads', heads, required(listOf(text)), refuseOption);
  const folded = [...heads, leftOut].map(foldMarks);
  const isHead = (line: string): boolean => {
    if (line.startsWith(quoteMark)) return false;
    const start = line.slice(0, looked);
    if (isDisguised(start)) {
      if (disguises() === undefined) return true;
    } else if (!mayBegin.test(start)) return false;
    const text = foldMarks(decoded(start)).replace(/^[:<]/, '');
    return folded.some((head) => text.startsWith(head));
  };
  // Most lines are plain and begin with other letters: they need no folding.
  const initials = folded.map((head) => /[a-z]/.exec(head)?.[0] ?? 'a-z').join('');
  const mayBegin = new RegExp(`^[^a-z]*[${initials}]`, 'i');
  return (text) =>
    text.replace(lines, (whole, before: string, line: string) =>
      isHead(line) ? before + quoteMark + line : whole,
    );
}
