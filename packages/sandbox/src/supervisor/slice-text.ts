/** The end of a slice of at most `units` code units that starts at `start`, and splits no surrogate pair. */
export function sliceEnd(text: string, start: number, units: number): number {
  const end = Math.min(start + units, text.length);
  return end < text.length && isLeadSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
}

/** Whether a code unit is the first of a surrogate pair. */
export function isLeadSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
