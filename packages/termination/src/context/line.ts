// Punctuation, markdown, symbols, closed comments and the tokens that models leak (`<|end|>`, `</s>`).
const ending =
  /(?:<[|｜][^\n<>]{0,80}[|｜]>|<\/s>|<!--[^\n<>]*-->|[^\p{L}\p{N}\n<]|<(?![|｜/!]))*(?=\n|$)/uy;

/** What stands from `at` to its line's end, when that is nothing but punctuation or markdown. */
export function punctuationAfter(text: string, at: number): string | null {
  ending.lastIndex = at;
  return ending.exec(text)?.[0] ?? null;
}

/** Finds, for calls in ascending order, the line that each of them stands on; each line once. */
export function createLineFinder(text: string): (at: number) => Line {
  let line: Line = { start: 0, end: -1, close: -1 };
  return (at) => {
    if (at <= line.end) return line;
    const start = text.lastIndexOf('\n', at - 1) + 1;
    const next = text.indexOf('\n', at);
    const end = next === -1 ? text.length : next;
    const close = text.lastIndexOf(')', end - 1);
    const closes = close >= start && punctuationAfter(text, close + 1) !== null;
    return (line = { start, end, close: closes ? close : -1 });
  };
}

/** A line of a text. */
export interface Line {
  readonly start: number;
  /** The index of its line break, or the text's end. */
  readonly end: number;
  /** The `)` that nothing but punctuation follows, or -1. */
  readonly close: number;
}

/** Whether a call between `before` and `after` stands in a table, a question or quotation marks. */
export function isDisplayed(before: string, after: string): boolean {
  const tokens = /<[|｜][^\n<>]{0,80}[|｜]>/g;
  const left = before.replace(tokens, '');
  const right = after.replace(tokens, '');
  if (right.includes('|') || /^\s*\||\s\|\s/.test(left)) return true;
  if (/[?？]/.test(right)) return true;
  return /["'“”‘’«»„「『]/.test(left) && /["'“”‘’«»」』]/.test(right);
}
