import { isLive, type Environment, type Output } from './style.js';

const frames = ['|', '/', '-', '\\'];
const intervalMs = 120;

/** One line at the bottom of a terminal that tells what is going on; nothing elsewhere. */
export interface StatusLine {
  /** Says what is going on now; an empty text hides the line. */
  show(text: string): void;
  /** Writes lasting text above the line. */
  print(text: string): void;
  close(): void;
}

/** Starts a status line. Its timer never keeps the process alive. */
export function openStatusLine(output: Output, environment: Environment): StatusLine {
  if (!isLive(output, environment)) {
    const nothing = (): void => undefined;
    return { show: nothing, print: (text) => void output.write(text), close: nothing };
  }
  let current = '';
  let since = performance.now();
  let frame = 0;
  const clear = (): void => void output.write('\r\u001B[2K');
  const draw = (): void => {
    if (current === '') return;
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    const text = `${frames[frame % frames.length] ?? ''} ${current} ${seconds} s`;
    clear();
    output.write(text.slice(0, (output.columns ?? 80) - 1));
  };
  const timer = setInterval(() => {
    frame += 1;
    draw();
  }, intervalMs);
  timer.unref();
  return {
    show(text) {
      if (text !== current) since = performance.now();
      current = text;
      if (text === '') clear();
      else draw();
    },
    print(text) {
      if (current !== '') clear();
      output.write(text);
      if (text.endsWith('\n')) draw();
    },
    close() {
      clearInterval(timer);
      if (current !== '') clear();
      current = '';
    },
  };
}
