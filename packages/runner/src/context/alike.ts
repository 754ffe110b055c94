import type { Room } from './description.js';

/** Least number of items or lines that are too many to read, and how many lines are compared. */
const least = { items: 101, lines: 1_000 };
const compared = { lines: 40, lineChars: 400 };

/** A description with fewer characters for keys gets no hint. */
const hintRoom = 200;

/** A hint for many similar records: what is rare among them is found by counting. Empty in a short description. */
export function hintFor({ keys }: Room): readonly string[] {
  if (keys < hintRoom) return [];
  return ['Many look alike: replace digits by 0, count the forms, print the rare ones.'];
}

/** Whether a list is so long that it probably holds similar items. */
export function hasManyItems(items: readonly unknown[]): boolean {
  return items.length >= least.items;
}

/** Whether a text has many lines, of which the first have few shapes: words and numbers aside, they are alike. */
export function hasLinesAlike(text: string, lines: number): boolean {
  if (lines < least.lines) return false;
  const shapes = text
    .slice(0, compared.lines * compared.lineChars)
    .split('\n', compared.lines)
    .map((line) => line.replace(/\d+/g, '0').replace(/\p{L}+/gu, 'a'));
  return shapes.length === compared.lines && new Set(shapes).size <= compared.lines / 4;
}
