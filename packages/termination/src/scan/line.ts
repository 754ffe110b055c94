/** A line of a text. */
export interface Line {
  readonly start: number;
  /** The index after its line break, or the text's end. */
  readonly end: number;
  /** The `)` that only punctuation follows, or -1. */
  readonly close: number;
}

// Punctuation, markdown, symbols, closed comments and the tokens that models leak (`<|end|>`, `</s>`).
const ending = /(?:<(?:[|｜!][^\n<>]*|\/s)>|[^\p{L}\p{N}\n<]|<(?![|｜/!]))*(?=\n|$)/uy;

/** The text from `at` to the end of its line, if that is only punctuation or markdown; else undefined. */
export function punctuationAfter(text: string, at: number): string | undefined {
  ending.lastIndex = at;
  return ending.exec(text)?.[0];
}

/** The index after the line that contains `at`, with its line break. */
export function afterLine(text: string, at: number): number {
  return text.indexOf('\n', at) + 1 || text.length;
}

/** Creates a finder of the lines that contain calls, for calls in ascending order. Each line is read once. */
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
