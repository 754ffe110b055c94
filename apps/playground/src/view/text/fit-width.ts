import measure from 'fast-string-truncated-width';

/** How a terminal counts: a tab as it is written by {@link wrapText}. */
const widths = { tabWidth: 4 };

/** Columns that a text without escapes takes on a terminal: a wide character takes two. */
export const widthOf = (text: string): number => measure(text, {}, widths).width;

/** The beginning of a line that fits into this number of columns. */
export function fitWidth(line: string, columns: number, ellipsis = ''): string {
  const { index, ellipsed } = measure(line, { limit: columns, ellipsis }, widths);
  return ellipsed ? `${line.slice(0, index)}${ellipsis}` : line.slice(0, index);
}

/** The lines of a text, none wider than this number of columns. Breaks are between words, unless that leaves half of a line empty. */
export function wrapText(text: string, columns: number): string[] {
  return text
    .replaceAll('\t', ' '.repeat(widths.tabWidth))
    .split('\n')
    .flatMap((line) => wrapLine(line, columns));
}

/** What a line begins with: colours, then its margin (blanks, the mark of code or output), which the rows below it have too. */
const beginning = /^(?:\p{Cc}\[\d+m)*( *(?:[|>=] +)?)/u;

function wrapLine(line: string, columns: number): string[] {
  const [, blanks = ''] = beginning.exec(line) ?? [];
  const margin = blanks.length < columns / 2 ? blanks : '';
  const parts: string[] = [];
  let rest = line;
  for (;;) {
    const fitting = fitWidth(rest, columns);
    if (fitting.length === rest.length) return [...parts, rest];
    const blank = fitting.lastIndexOf(' ');
    // A character that is wider than the whole line is alone on its line.
    const least = String.fromCodePoint(rest.codePointAt(0) ?? 0).length;
    const end = blank > columns / 2 ? blank + 1 : Math.max(fitting.length, least);
    parts.push(rest.slice(0, end).trimEnd());
    if (end === rest.length) return parts;
    rest = `${margin}${rest.slice(end)}`;
  }
}
