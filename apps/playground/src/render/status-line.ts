import { fitWidth, widthOf, wrapText } from '../view/text/fit-width.js';
import { colouredText, plainText } from '../view/text/plain-text.js';
import { isLive, type Environment, type Output } from './style.js';
import { usualColumns } from './wrap-for.js';

const frames = ['|', '/', '-', '\\'];
const intervalMs = 120;

/** Says what is going on, in the room that there is. */
type Status = (columns: number) => string;

/** One line at the bottom of a terminal that tells what is going on; nothing elsewhere. */
export interface StatusLine {
  /** Whether the output shows the line at all. */
  readonly isLive: boolean;
  /** Says what is going on now; an empty text hides the line. A function is asked each time that the line is drawn. */
  show(text: string | Status): void;
  /** Writes lasting text above the line, in the width of the terminal; of what is in it, colours alone steer the terminal. */
  print(text: string): void;
  close(): void;
}

/** Starts a status line. Its timer never keeps the process alive. */
export function openStatusLine(output: Output, environment: Environment): StatusLine {
  if (!isLive(output, environment)) {
    const nothing = (): void => undefined;
    return {
      isLive: false,
      show: nothing,
      print: (text) => void output.write(colouredText(text)),
      close: nothing,
    };
  }
  let current: string | Status = '';
  let since = performance.now();
  let frame = 0;
  /** The current text and its columns; undefined after it was cleared. */
  let drawn = '';
  let shown = 0;
  const columnsNow = (): number => output.columns ?? usualColumns;
  const clear = (): void => {
    // A window that became narrower has broken the line in several.
    const rows = Math.max(1, Math.ceil(shown / Math.max(1, columnsNow())));
    output.write(`\r${rows > 1 ? `\u001B[${rows - 1}A` : ''}\u001B[J`);
    shown = 0;
  };
  const statusText = (columns: number): string => {
    if (typeof current !== 'string') return current(columns);
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    return current === '' ? '' : `${current} ${seconds} s`;
  };
  const draw = (): void => {
    // The last column stays free, since a terminal may go on to the next line there.
    const columns = columnsNow() - 1;
    const text = plainText(statusText(columns - 2));
    const frameShown = frames[frame % frames.length] ?? '';
    const line = text === '' ? '' : fitWidth(`${frameShown} ${text}`, columns);
    if (line === drawn && shown === widthOf(line)) return;
    if (shown > 0) clear();
    output.write(line);
    drawn = line;
    shown = widthOf(line);
  };
  const timer = setInterval(() => {
    frame += 1;
    draw();
  }, intervalMs);
  timer.unref();
  return {
    isLive: true,
    show(text) {
      if (text !== current) since = performance.now();
      current = text;
      draw();
    },
    print(text) {
      if (shown > 0) clear();
      output.write(wrapText(colouredText(text), columnsNow()).join('\n'));
      if (text.endsWith('\n')) draw();
    },
    close() {
      clearInterval(timer);
      if (shown > 0) clear();
      current = '';
    },
  };
}
