import { detach } from '@rlm/repl-types/internal';

/** The end of a slice of at most `units` code units that starts at `start`, and splits no surrogate pair. */
export function sliceEnd(text: string, start: number, units: number): number {
  const end = Math.min(start + units, text.length);
  return end < text.length && isLeadSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
}

/** Whether a code unit is the first of a surrogate pair. */
function isLeadSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** The first `most` code units of a text, as a string that does not keep the whole of a longer one in memory. */
export function headOf(text: string, most: number): string {
  return text.length <= most ? text : detach(text.slice(0, sliceEnd(text, 0, most)));
}

/** The last `most` code units of a text, or one less if that would split a pair; see {@link headOf}. */
export function tailOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.length - most;
  return detach(text.slice(isLeadSurrogate(text.charCodeAt(start - 1)) ? start + 1 : start));
}
