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
}

/** How often a block that seems closed is parsed: keeps the watch linear on hostile streams. */
const maxChecks = 32;

/**
 * Watches for the first closed block. A model that gives its whole reply at once is not streaming: its
 * reply is never cut.
 */
export function createFenceWatch(language: ReplLanguage, enabled: boolean): FenceWatch {
  let text = '';
  let lineStart = 0;
  let fences = 0;
  let pieces = 0;
  let checks = 0;
  let cut: number | null = null;

  function sawClosingFence(): boolean {
    let closing = false;
    for (let end = text.indexOf('\n', lineStart); end !== -1; end = text.indexOf('\n', lineStart)) {
      if (indexOfFenceMark(text.slice(lineStart, end)) !== -1) {
        fences += 1;
        closing ||= fences > 1;
      }
      lineStart = end + 1;
    }
    return closing;
  }

  return {
    push(delta) {
      if (!enabled || cut !== null) return cut !== null;
      text += delta;
      pieces += 1;
      if (!sawClosingFence() || pieces < 2 || checks >= maxChecks) return false;
      checks += 1;
      cut = closedBlockEnd(text, language);
      return cut !== null;
    },
    restart() {
      text = '';
      lineStart = fences = pieces = checks = 0;
      cut = null;
    },
    end: () => cut,
  };
}
