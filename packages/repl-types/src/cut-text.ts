import {
  countCodePoints,
  detach,
  indexAfterCodePoints,
  indexBeforeCodePoints,
} from './code-points.js';

/** A place in a text where some of it was left out: a note stands there and says how much. */
export interface Gap {
  /** Index in the text at which the note begins. */
  readonly at: number;
  /** How many characters (code points) were left out. */
  readonly characters: number;
}

/** A text of which some may be left out, and where. */
export interface CutText {
  /** What is left, with a note at each gap. */
  readonly text: string;
  /** In the order of the text; none where all of it is there. */
  readonly gaps: readonly Gap[];
}

/** What stands in a text where `characters` were left out. */
function note(characters: number): string {
  return `\n... (${groupThousands(characters)} characters left out) ...\n`;
}

/**
 * Reads a text that was shortened elsewhere: the text, with the gaps that its notes tell of. For texts of a guest's own
 * (the value of an expression, a traceback), never for what a program printed, which may hold any text.
 */
export function readCutText(text: string): CutText {
  const notes = text.matchAll(
    /\n\.\.\. \((\d{1,3}(?:,\d{3}){0,4}) characters left out\) \.\.\.\n/g,
  );
  const gaps = Array.from(notes, ({ index, 1: count = '' }) => ({
    at: index,
    characters: Number(count.replaceAll(',', '')),
  }));
  return { text, gaps };
}

/** A text with a gap between its head and its tail; the whole of it where nothing was left out. */
export function withGap(head: string, characters: number, tail: string): CutText {
  if (characters === 0) return { text: head + tail, gaps: [] };
  return { text: head + note(characters) + tail, gaps: [{ at: head.length, characters }] };
}

/**
 * Shortens a text to `limit` characters (code points) and one note, in the middle, that says how many are left
 * out: ` ... (66,123 characters left out) ... ` on a line of its own. Of a text that was cut before, with its
 * `gaps`, the number is the true one: what was left out then counts too. Notes are not counted as characters.
 */
export function cutText(text: string, limit: number, gaps: readonly Gap[] = []): CutText {
  if (text.length <= limit) return { text, gaps };
  const [first] = gaps;
  const last = gaps.at(-1);
  const notes = gaps.reduce((sum, { characters }) => sum + note(characters).length, 0);
  const shown = countCodePoints(text) - notes;
  if (shown <= limit) return { text, gaps };

  const before = first === undefined ? text : text.slice(0, first.at);
  const after = last === undefined ? text : text.slice(last.at + note(last.characters).length);
  const ends = splitLimit(limit, countCodePoints(before), countCodePoints(after));
  const total = gaps.reduce((sum, { characters }) => sum + characters, shown);
  return withGap(
    detach(before.slice(0, indexAfterCodePoints(before, ends.head))),
    total - ends.head - ends.tail,
    detach(after.slice(indexBeforeCodePoints(after, ends.tail))),
  );
}

/** Half of `limit` for each end; what one end has no use for goes to the other. */
function splitLimit(
  limit: number,
  headMost: number,
  tailMost: number,
): { readonly head: number; readonly tail: number } {
  const most = Math.max(0, Math.floor(limit));
  const head = Math.min(headMost, Math.max(Math.ceil(most / 2), most - tailMost));
  return { head, tail: Math.min(tailMost, most - head) };
}

/** One text after the other, with the gaps of both. */
export function joinTexts(parts: readonly (string | CutText)[]): CutText {
  let text = '';
  const gaps: Gap[] = [];
  for (const part of parts) {
    const cut = typeof part === 'string' ? { text: part, gaps: [] } : part;
    for (const { at, characters } of cut.gaps) gaps.push({ at: text.length + at, characters });
    text += cut.text;
  }
  return { text, gaps };
}

/** A count as people read it: `66,123`. */
export function groupThousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
