import { detach } from '@rlm/repl-types/internal';

import { createPartFinder } from './part-finder.js';
import { foldText } from './fold-text.js';

/** What a model was shown in a run: what programs printed, what tools and sub-models gave. */
export interface ShownTexts {
  /** Takes note of a text that was shown. */
  add(text: string): void;
  /**
   * Whether a call or a tag, as a model wrote it, stands whole in a text that was shown, however it is written there: it is
   * an echo then, and not the model's own.
   */
  holds(written: string): boolean;
}

/** How much of what was shown is remembered. */
export interface ShownTextsOptions {
  /**
   * Texts without any of these, after folding, hold nothing that could be echoed, and are not kept: `final`,
   * `<delete`. Default: every text is kept.
   */
  readonly marks?: readonly string[];
  /**
   * Characters (UTF-16 units) that are kept; the oldest texts go first. Default 8,000,000, more than the window of any
   * model: what it no longer sees, it cannot echo.
   */
  readonly maxChars?: number;
}

/** How much of one text is looked at, at its head and at its tail: more than a prompt shows of one. */
const mostOfOne = 200_000;

/** A memory of what a model was shown; nothing is shown at first. Adding and asking take time linear in the texts. */
export function createShownTexts({
  marks,
  maxChars = 8_000_000,
}: ShownTextsOptions = {}): ShownTexts {
  const texts = new Set<string>();
  const heads = marks?.map(foldText);
  let size = 0;
  const keep = (folded: string): void => {
    // The character before the first mark tells whether that begins a word.
    const from = heads === undefined ? 0 : firstOf(folded, heads) - 1;
    if (folded === '' || from === Infinity) return;
    const text = detach(folded.slice(Math.max(0, from)));
    if (texts.has(text)) return;
    texts.add(text);
    size += text.length;
    for (const oldest of texts) {
      if (size <= maxChars || texts.size === 1) break;
      texts.delete(oldest);
      size -= oldest.length;
    }
  };
  return {
    add(text) {
      if (text.length <= 2 * mostOfOne) {
        keep(foldText(text));
      } else {
        keep(foldText(text.slice(0, mostOfOne)));
        keep(foldText(text.slice(-mostOfOne)));
      }
    },
    holds(written) {
      if (texts.size === 0) return false;
      const part = foldText(written);
      if (part === '') return false;
      const isIn = createPartFinder(part);
      for (const text of texts) if (isIn(text)) return true;
      return false;
    },
  };
}

function firstOf(text: string, heads: readonly string[]): number {
  return Math.min(...heads.map((head) => text.indexOf(head)).filter((index) => index !== -1));
}
