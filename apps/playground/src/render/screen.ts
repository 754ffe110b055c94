import { plainText } from '../view/text/plain-text.js';
import { openStatusLine, type StatusLine } from './status-line.js';
import { styleFor, type Style } from './style.js';

/** Where a person is told what happens: stderr; but the answer goes to stdout. */
export interface Screen {
  readonly line: StatusLine;
  readonly style: Style;
  /** Writes an answer. Where both go to one terminal, a word before it sets it apart, unless nothing else is told. */
  readonly writeAnswer: (words: string, options?: { readonly isAlone?: boolean }) => void;
  /** Tells where a reply by hand is waited for. */
  readonly sayByHand: (told: string) => void;
}

/** Opens the screen of one command; its line must be closed. */
export function openScreen(): Screen {
  const style = styleFor(process.stderr, process.env);
  const line = openStatusLine(process.stderr, process.env);
  return {
    line,
    style,
    writeAnswer(words, { isAlone = false } = {}) {
      const { isTTY } = process.stdout;
      if (isTTY && !isAlone) line.print(`${style.bold(style.good('Answer:'))} `);
      process.stdout.write(`${isTTY ? plainText(words) : words}\n`);
    },
    sayByHand(told) {
      line.print(`${style.bold('By hand:')} ${told}\n`);
    },
  };
}
