import { openStatusLine, type StatusLine } from '../render/status-line.js';
import { styleFor, type Style } from '../render/style.js';

/** Where a person is told what happens: stderr. */
export interface Screen {
  readonly line: StatusLine;
  readonly style: Style;
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
    sayByHand(told) {
      line.print(`${style.bold('By hand:')} ${told}\n`);
    },
  };
}
