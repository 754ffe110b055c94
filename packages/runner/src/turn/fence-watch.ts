import type { ReplLanguage } from '@rlm/repl-types';
import { indexOfFenceMark } from '@rlm/termination/internal';

import { closedBlockEnd } from './runnable-blocks.js';

/** Watches a stream for the end of its first runnable block. */
export interface FenceWatch {
  /** Takes the next piece; true when the block is complete and the stream may stop. */
  push(delta: string): boolean;
  /** What was taken so far is void: another attempt is made. */
  restart(): void;
  /** Where the reply ends if the stream was stopped, else null. */
  end(): number | null;
  /** What was taken, the model's thoughts included. */
  text(): string;
}

/** How often a block that seems closed is parsed: keeps the watch linear on hostile streams. */
const maxChecks = 32;

/**
 * Watches for the first closed block. A model that gives its whole reply at once is not streaming: its
 * reply is never cut.
 *
 * @param isOpened Whether the model closes thoughts that were opened before its replies: a block counts only after one has ended.
 */
export function createFenceWatch(
  language: ReplLanguage,
  enabled: boolean,
  isOpened = false,
): FenceWatch {
  let parts: string[] = [];
  /** The last line, as far as it came. */
  let line: string[] = [];
  let fences = 0;
  let checks = 0;
  let cut: number | null = null;

  /** Looks at the lines that `delta` ends: the text before them is not joined again for each piece. */
  function sawClosingFence(delta: string): boolean {
    const end = delta.lastIndexOf('\n');
    if (end === -1) {
      line.push(delta);
      return false;
    }
    const ended = line.join('') + delta.slice(0, end);
    line = [delta.slice(end + 1)];
    // A piece may have a million lines, and most pieces have no fence.
    if (indexOfFenceMark(ended) === -1) return false;
    fences += ended.split('\n').filter((each) => indexOfFenceMark(each) !== -1).length;
    return fences > 1;
  }

  return {
    push(delta) {
      if (cut !== null) return true;
      parts.push(delta);
      if (!enabled || !sawClosingFence(delta) || parts.length < 2 || checks >= maxChecks)
        return false;
      checks += 1;
      cut = closedBlockEnd(parts.join(''), language, isOpened);
      return cut !== null;
    },
    restart() {
      parts = [];
      line = [];
      fences = checks = 0;
      cut = null;
    },
    end: () => cut,
    text: () => parts.join(''),
  };
}
