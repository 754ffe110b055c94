/** Regexes that find the end of inline code, by the length of its delimiter. */
const closers: RegExp[] = [];

function closerOf(length: number): RegExp {
  return (closers[length] ??= new RegExp(
    `(?<!\`)\`{${length}}(?!\`)(?:(?=[^\\S\\n]*(\\n|$))|)|\\n[^\\S\\n]*(?:\\n|\`{3}|~{3})|$`,
    'g',
  ));
}

const nothingBefore = /(?<!\S[^\S\n]*)/y;

/**
 * Creates a finder for inline code. It takes runs of backticks (start, and end exclusive) in ascending order, and
 * returns the index after the inline code that the run opens. It returns -1 if the paragraph holds no other run of that
 * length, or if the code is all there is on its lines.
 */
export function createSpanFinder(text: string): (start: number, end: number) => number {
  // By length of the delimiter: the index before which none is left to find.
  const noneBefore: number[] = [];
  return (start, end) => {
    const length = end - start;
    // Longer delimiters are ignored, which bounds the work on hostile text.
    if (length > 32 || start < (noneBefore[length] ?? 0)) return -1;
    const closer = closerOf(length);
    closer.lastIndex = end;
    const match = closer.exec(text);
    if (match?.[0].startsWith('`') !== true) {
      noneBefore[length] = closer.lastIndex;
      return -1;
    }
    nothingBefore.lastIndex = start;
    return match[1] !== undefined && nothingBefore.test(text) ? -1 : closer.lastIndex;
  };
}
