import { widthOf, wrapText } from '../view/text/fit-width.js';

/** Columns of a help that goes to no terminal. */
export const helpColumns = 80;

/** The examples of `rlm --help`. */
export const helpExamples = [
  'rlm ask "Which file mentions the password first?" ./notes',
  'rlm ask "What changed?" a.txt b.txt --base-url http://127.0.0.1:11434/v1 --model qwen3',
  'rlm chat report.pdf',
  'rlm serve',
  'rlm doctor',
] as const;

/** What the help of `rlm` ends with. */
export const exitCodes =
  'Exit codes: 0 an answer, 1 no answer, 2 a mistake in the call, 130 interrupted';

/** Paragraphs of a help in this width. A line that begins with a blank is one of a list, and stays a line of its own. */
export function paragraphs(text: string, columns: number): string {
  const joined = text.replace(/(?<=\S)\n(?=\S)/g, (found, at: number) =>
    text.slice(text.lastIndexOf('\n', at - 1) + 1).startsWith(' ') ? found : ' ',
  );
  return wrapText(joined, columns).join('\n');
}

/** Command lines as a help lists them: one that is wider goes on below, as a shell takes it. */
export const exampleLines = (examples: readonly string[], columns: number): string =>
  ['Examples:', ...examples.flatMap((example) => brokenLine(example, columns))].join('\n');

/** Breaks a command line before its options. */
function brokenLine(example: string, columns: number): readonly string[] {
  const rows: string[] = [];
  let row = ' ';
  for (const part of example.split(/ (?=--)/)) {
    const longer = `${row} ${part}`;
    if (row.trim() !== '' && widthOf(longer) > columns - 2) {
      rows.push(`${row} \\`);
      row = `     ${part}`;
    } else row = longer;
  }
  return [...rows, row];
}
