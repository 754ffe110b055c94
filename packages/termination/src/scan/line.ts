/** A line of a text. */
export interface Line {
  readonly start: number;
  /** The index of its line break, or the text's end. */
  readonly end: number;
  /** The `)` that nothing but punctuation follows, or -1. */
  readonly close: number;
}

// Punctuation, markdown, symbols, closed comments and the tokens that models leak (`<|end|>`, `</s>`).
const ending =
  /(?:<[|｜][^\n<>]{0,80}[|｜]>|<\/s>|<!--[^\n<>]*-->|[^\p{L}\p{N}\n<]|<(?![|｜/!]))*(?=\n|$)/uy;

/** What stands from `at` to its line's end, when that is nothing but punctuation or markdown. */
export function punctuationAfter(text: string, at: number): string | undefined {
  ending.lastIndex = at;
  return ending.exec(text)?.[0];
}

/** Finds, for calls in ascending order, the line that each of them stands on; each line once. */
export function createLineFinder(text: string): (at: number) => Line {
  let line: Line = { start: 0, end: -1, close: -1 };
  return (at) => {
    if (at > line.end) {
      const start = text.lastIndexOf('\n', at) + 1;
      const end = (text.indexOf('\n', at) + 1 || text.length + 1) - 1;
      const close = text.slice(start, end).lastIndexOf(')');
      const ends = close !== -1 && punctuationAfter(text, start + close + 1) !== undefined;
      line = { start, end, close: ends ? start + close : -1 };
    }
    return line;
  };
}
