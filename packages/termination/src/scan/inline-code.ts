/** Finds what ends inline code, by length of its delimiter. */
const closers: RegExp[] = [];

function closerOf(length: number): RegExp {
  return (closers[length] ??= new RegExp(
    `(?<!\`)\`{${length}}(?!\`)(?:(?=[^\\S\\n]*(\\n|$))|)|\\n[^\\S\\n]*(?:\\n|\`{3}|~{3})|$`,
    'g',
  ));
}

const nothingBefore = /(?<!\S[^\S\n]*)/y;

/**
 * Finds, for runs of backticks (from, and up to but without) in ascending order, the index after the
 * inline code that such a run opens; -1 when its paragraph holds no other run as long, and when the
 * code is all there is on its lines.
 */
export function createSpanFinder(text: string): (start: number, end: number) => number {
  // By length of the delimiter: up to where there is none.
  const noneBefore: number[] = [];
  return (start, end) => {
    const length = end - start;
    // No longer delimiters: it bounds the work on hostile text.
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
