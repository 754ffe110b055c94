import { plainText } from '../view/text/plain-text.js';
import { openStatusLine, type StatusLine } from './status-line.js';
import { styleFor, type Style } from './style.js';
import { wrapFor } from './wrap-for.js';

/** Where a person reads what happens: stderr. The answer goes to stdout. */
export interface Screen {
  readonly line: StatusLine;
  readonly style: Style;
  /** Writes an answer. If both streams go to one terminal, a word before the answer sets it apart, unless the terminal shows nothing else. */
  readonly writeAnswer: (words: string, options?: { readonly isAlone?: boolean }) => void;
}

/** Opens the screen of one command; its line must be closed. */
export function openScreen(): Screen {
  const style = styleFor(process.stderr, process.env);
  const line = openStatusLine(process.stderr, process.env);
  return {
    line,
    style,
    writeAnswer(words, { isAlone = false } = {}) {
      const { stdout } = process;
      const label = stdout.isTTY && !isAlone ? 'Answer: ' : '';
      if (label !== '') line.print(`${style.bold(style.good(label.trim()))} `);
      const shown = stdout.isTTY ? wrapFor(stdout, `${label}${plainText(words)}`) : words;
      stdout.write(`${shown.slice(label.length)}\n`);
    },
  };
}
