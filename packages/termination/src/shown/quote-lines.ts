import { listOf, required, text } from '@rlm/repl-types/options';
import { checkOption, createBoundedWork, refuseOption } from '@rlm/repl-types/internal';

import { foldText } from './fold-text.js';
import { createMarkReader } from './mark-reader.js';

/** Marks the lines of a program's text that look like lines of its host. */
export type LineQuoter = (text: string) => string;

/** The prefix of a quoted line. */
const quoteMark = '> ';

const lines = /(^|[\n\r\v\f\u0085\u2028\u2029])([^\n\r\v\f\u0085\u2028\u2029]+)/g;

/** The note of a cut text, without its number. */
const leftOut = '(characters left out)';

/** How many characters of a line, disguises included, are searched for a head. */
const looked = 120;

/** Whether the beginning of a line may be in a disguise. */
const isDisguised = /[^\t\n\r\u0020-\u007e]|\\|&[#a-z]|%[\da-f]|=[\da-f]/i;

/**
 * Creates a function that puts `> ` before each line of a text that begins like one of `heads` (`Note:`), however it is
 * written, or like the note of a cut text. If all texts of programs pass through it, a line that begins so is always
 * the host's own. A line that begins with `> ` does not change, so quoting twice changes nothing. Linear.
 *
 * @param heads In plain ASCII.
 */
export function createLineQuoter(heads: readonly string[]): LineQuoter {
  checkOption('heads', heads, required(listOf(text)), refuseOption);
  const marks = [...heads, leftOut].map((head) => head.toLowerCase());
  const reader = createMarkReader(new Map(marks.map((mark) => [mark, mark])), true);
  // Most lines are plain and begin with other letters: they need no folding.
  const initials = marks.map((mark) => /[a-z]/.exec(mark)?.[0] ?? 'a-z').join('');
  const mayBegin = new RegExp(`^[^a-z]*[${initials}]`, 'i');
  const isHead = (line: string): boolean => {
    if (line.startsWith(quoteMark)) return false;
    const work = createBoundedWork();
    const start = line.slice(0, looked);
    if (!isDisguised.test(start) && !mayBegin.test(start)) return false;
    reader.reset();
    return reader.read(foldText(start, work), work).size > 0;
  };
  return (text) =>
    text.replace(lines, (whole, before: string, line: string) =>
      isHead(line) ? before + quoteMark + line : whole,
    );
}
