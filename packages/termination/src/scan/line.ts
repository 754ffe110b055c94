/** A line of a text. */
export interface Line {
  readonly start: number;
  /** After its line break, or the text's end. */
  readonly end: number;
  /** The `)` that nothing but punctuation follows, or -1. */
  readonly close: number;
}

// Punctuation, markdown, symbols, closed comments and the tokens that models leak (`<|end|>`, `</s>`).
const ending = /(?:<(?:[|｜!][^\n<>]*|\/s)>|[^\p{L}\p{N}\n<]|<(?![|｜/!]))*(?=\n|$)/uy;

/** What stands from `at` to its line's end, when that is nothing but punctuation or markdown. */
export function punctuationAfter(text: string, at: number): string | undefined {
  ending.lastIndex = at;
  return ending.exec(text)?.[0];
}

/** The index after the line that `at` stands on, its line break included. */
export function afterLine(text: string, at: number): number {
  return text.indexOf('\n', at) + 1 || text.length;
}

/** Finds, for calls in ascending order, the line that each of them stands on; each line once. */
export function createLineFinder(text: string): (at: number) => Line {
  let line: Line = { start: 0, end: 0, close: -1 };
  return (at) => {
    if (at >= line.end) {
      const start = text.lastIndexOf('\n', at) + 1;
      const end = afterLine(text, at);
      const close = start + text.slice(start, end).lastIndexOf(')');
      line = { start, end, close: punctuationAfter(text, close + 1) === undefined ? -1 : close };
    }
    return line;
  };
}
