import { oneLine } from '../view/text/numbers.js';
import type { Style } from './style.js';

/** What a person is told of an isolation that is missing, in one line. */
export function isolationLine(words: string, style: Style): string {
  return `${style.bold('Isolation:')} ${oneLine(words, 600)}`;
}
