/** Replaces a stretch of a text; `start === end` inserts. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits, which must not overlap; those at one place keep their order. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let result = '';
  let position = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < position) continue;
    result += source.slice(position, start) + text;
    position = end;
  }
  return result + source.slice(position);
}
