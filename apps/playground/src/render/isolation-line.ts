import { oneLine } from '../view/text/numbers.js';
import type { Style } from './style.js';

/** One line that tells a person which isolation is missing. */
export function isolationLine(words: string, style: Style): string {
  return `${style.bold('Isolation:')} ${oneLine(words, 600)}`;
}

/** Says in plain text which isolation is missing, each time other words come: for a server that opens many sessions. */
export function sayIsolationOnce(say: (line: string) => void): (words: string) => void {
  const told = new Set<string>();
  return (words) => {
    if (!told.has(words)) say(`Isolation: ${words}`);
    told.add(words);
  };
}
