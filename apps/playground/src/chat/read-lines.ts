import { createInterface } from 'node:readline';

/** The lines of stdin, one after the other. */
export interface Lines {
  /** The next line, or undefined at the end. A terminal shows a prompt. */
  readonly next: () => Promise<string | undefined>;
  readonly close: () => void;
}

/** Reads lines from stdin. `onInterrupt` is called on Ctrl-C, which a terminal in line mode reports only here. */
export function readLines(onInterrupt: () => void): Lines {
  const isTerminal = process.stdin.isTTY && process.stderr.isTTY;
  const lines = createInterface({
    input: process.stdin,
    output: isTerminal ? process.stderr : undefined,
    prompt: '\n? ',
  });
  lines.on('SIGINT', onInterrupt);
  const waiting = lines[Symbol.asyncIterator]();
  return {
    async next() {
      if (isTerminal) lines.prompt();
      const { value, done } = (await waiting.next()) as IteratorResult<string, undefined>;
      return done === true ? undefined : value;
    },
    close() {
      lines.close();
    },
  };
}
