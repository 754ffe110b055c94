// Delimiters longer than this are not looked for: it bounds the work on hostile text.
const longestDelimiter = 32;

/** Whether only blanks stand between `at` and a line break in the direction of `step`. */
function touchesLineBreak(text: string, at: number, step: 1 | -1): boolean {
  let index = at;
  while (/[^\S\n]/.test(text.charAt(index))) index += step;
  return /^\n?$/.test(text.charAt(index));
}

/**
 * Finds, for runs of backticks (from, and up to but without) in ascending order, the index after the
 * inline code that such a run opens; -1 when its paragraph holds no other run as long, and when the
 * code is all there is on its lines.
 */
export function createSpanFinder(text: string): (start: number, end: number) => number {
  const withoutCloser = new Set<number>();
  let paragraphEnd = -1;
  return (start, end) => {
    const length = end - start;
    if (start >= paragraphEnd) {
      const boundary = /\n[^\S\n]*(?:\n|`{3}|~{3})|$/g;
      boundary.lastIndex = start;
      paragraphEnd = boundary.exec(text)?.index ?? 0;
      withoutCloser.clear();
    }
    if (length > longestDelimiter || withoutCloser.has(length)) return -1;
    const runs = /`+/g;
    runs.lastIndex = end;
    for (
      let run = runs.exec(text);
      run !== null && run.index < paragraphEnd;
      run = runs.exec(text)
    ) {
      if (run[0].length !== length) continue;
      const after = runs.lastIndex;
      return touchesLineBreak(text, start - 1, -1) && touchesLineBreak(text, after, 1) ? -1 : after;
    }
    withoutCloser.add(length);
    return -1;
  };
}
