import { oneLine } from '../view/text/numbers.js';
import type { Style } from './style.js';

/** One line that tells a person which isolation is missing. */
export function isolationLine(words: string, style: Style): string {
  return `${style.bold('Isolation:')} ${oneLine(words, 600)}`;
}
