import { groupThousands } from './number-text.js';
import {
  countCodePoints,
  detach,
  indexAfterCodePoints,
  indexBeforeCodePoints,
} from './code-points.js';
import { refuseOption } from './invalid-option-error.js';
import { checkOption } from './options/option-rule.js';
import { required, rule, text as anyText } from './options/rules.js';

const textRule = required(anyText);

const limitRule = required(
  rule('a number of characters from 0', (value) => typeof value === 'number' && value >= 0),
);

/** A gap in a text. A note there says how much was left out. */
export interface Gap {
  /** Index in the text at which the note begins. */
  readonly at: number;
  /** How many characters (code points) were left out. */
  readonly characters: number;
}

/** A text of which parts may be left out, with the places. */
export interface CutText {
  /** The text that is left, with a note at each gap. */
  readonly text: string;
  /** In the order of the text; empty if the text is complete. */
  readonly gaps: readonly Gap[];
}

/** The note that replaces `characters` that were left out. */
function note(characters: number): string {
  return `\n... (${groupThousands(characters)} characters left out) ...\n`;
}

/**
 * Reads a text that was shortened elsewhere, and finds the gaps by their notes. Use it for a guest's own texts (the
 * value of an expression, a traceback), never for printed output, which may hold any text.
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

/** Joins a head and a tail with a gap between them, or without one if nothing was left out. */
export function withGap(head: string, characters: number, tail: string): CutText {
  if (characters === 0) return { text: head + tail, gaps: [] };
  return { text: head + note(characters) + tail, gaps: [{ at: head.length, characters }] };
}

/**
 * Shortens a text to `limit` characters (code points), with one note in the middle that says how many were left out:
 * ` ... (66,123 characters left out) ... ` on a line of its own. Pass the `gaps` of a text that was cut before: its new
 * note then counts everything that was left out. Notes do not count as characters. Throws `InvalidOptionError` for what
 * is no text or no limit.
 */
export function cutText(text: string, limit: number, gaps: readonly Gap[] = []): CutText {
  checkOption('text', text, textRule, refuseOption);
  checkOption('limit', limit, limitRule, refuseOption);
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

/**
 * Moves the gap of a text that was cut to the ends of lines: what is left of a line on either side is left out too, if it has at most
 * `most` units. A longer one stays, since a text may be one line.
 */
export function cutAtLines(cut: CutText, most: number): CutText {
  const [gap, second] = cut.gaps;
  if (gap === undefined || second !== undefined) return cut;
  const head = cut.text.slice(0, gap.at);
  const tail = cut.text.slice(gap.at + note(gap.characters).length);
  const headEnd = head.lastIndexOf('\n');
  const tailStart = tail.indexOf('\n') + 1;
  const kept = head.slice(0, headEnd > 0 && head.length - headEnd <= most ? headEnd : undefined);
  const rest = tail.slice(tailStart <= most ? tailStart : 0);
  const dropped = countCodePoints(cut.text.slice(kept.length, gap.at));
  const before = countCodePoints(tail.slice(0, tail.length - rest.length));
  return withGap(kept, gap.characters + dropped + before, rest);
}

/** How many characters of a text are shown, without its notes, and how many were left out. */
export function measureCut({ text, gaps }: CutText): { shown: number; leftOut: number } {
  let shown = countCodePoints(text);
  let leftOut = 0;
  for (const { characters } of gaps) {
    shown -= note(characters).length;
    leftOut += characters;
  }
  return { shown, leftOut };
}

/** Splits `limit` in halves for both ends; what one end does not need goes to the other. */
function splitLimit(
  limit: number,
  headMost: number,
  tailMost: number,
): { readonly head: number; readonly tail: number } {
  const most = Math.max(0, Math.floor(limit));
  const head = Math.min(headMost, Math.max(Math.ceil(most / 2), most - tailMost));
  return { head, tail: Math.min(tailMost, most - head) };
}

/** Concatenates texts, with the gaps of all. */
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
