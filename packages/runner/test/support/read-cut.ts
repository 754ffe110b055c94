const note = /\n\.\.\. \(([\d,]+) characters left out\) \.\.\.\n/g;

/** What a text says of itself: how many notes it has, what they add up to, how many characters it shows beside them. */
export function readCut(text: string): { notes: number; shown: number; leftOut: number } {
  const found = [...text.matchAll(note)];
  const leftOut = found.reduce((sum, [, count]) => sum + Number(count?.replaceAll(',', '')), 0);
  return { notes: found.length, shown: Array.from(text.replace(note, '')).length, leftOut };
}
