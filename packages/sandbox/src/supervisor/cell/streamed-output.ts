import { type CutText } from '@rlm/repl-types';
import { createOutputBuffer } from '@rlm/repl-types/internal';

/** One stream of a cell: kept head and tail, and passed on as it comes. */
export interface StreamedOutput {
  /** Takes text, before which the guest left out `dropped` characters. */
  add(text: string, dropped: number): void;
  /** How much was passed on so far, in code units. */
  streamed(): number;
  toCutText(): CutText;
}

/**
 * Makes a {@link StreamedOutput}.
 *
 * @param already What an earlier run of the same cell has passed on: that much of the beginning is not passed on again.
 */
export function createStreamedOutput(
  maxOutputChars: number,
  already: number,
  onOutput: (text: string) => void,
): StreamedOutput {
  const buffer = createOutputBuffer(maxOutputChars);
  let streamed = 0;
  return {
    add(text, dropped) {
      buffer.skip(dropped);
      const part = buffer.add(text);
      const fresh = part.slice(Math.max(0, already - streamed));
      streamed += part.length;
      if (fresh !== '') onOutput(fresh);
    },
    streamed: () => Math.max(streamed, already),
    toCutText: () => buffer.toCutText(),
  };
}
