import { createLineFinder, type Line } from './line.js';
import { findCallEnd } from './argument.js';
import { readFence, type Fence } from './fence.js';
import { createSpanFinder } from './inline-code.js';
import { findCallHeads, headPattern, toCallHead, type CallHead } from './names.js';
import { matchParentheses } from './parentheses.js';

/** A piece of a reply that is not prose. */
export interface Region {
  readonly kind: 'fence' | 'code' | 'hidden';
  readonly start: number;
  readonly end: number;
  /** For a fenced block: its parts. */
  readonly fence?: Fence;
}

/** A call in a reply's prose. */
export interface ScannedCall extends CallHead {
  /** The index of the `)` that ends it, or -1. */
  readonly close: number;
  /** The line that it starts on. */
  readonly line: Line;
  /** Where the prose begins: after the last thought or comment. */
  readonly proseStart: number;
}

const token = new RegExp(
  '(?<![^\\n])([^\\S\\n]*(?:(?:[-*+]|\\d{1,9}[.)])[^\\S\\n]+)?)(`{3,}(?=[^`\\n]*(?:\\n|$))|~{3,})' +
    `|\`+|<!--|<think(?:ing)?>|${headPattern.source}`,
  'gi',
);

/** The end of a thought that was opened before the reply began, as templates of models do. */
function endOfOpenedThought(text: string): number {
  const tag = /<(\/?)think(?:ing)?>(?!`)/i.exec(text);
  return tag?.[1] === '/' ? tag.index + tag[0].length : 0;
}

/**
 * Walks through a reply once, from left to right: its calls in prose, and what is not prose (fenced
 * blocks, inline code, thoughts, comments; CommonMark's rules, and those that models need). Inline
 * code that is all there is on its line counts as prose. Linear in the text's length.
 *
 * @param onRegion Called for what is not prose.
 * @param onCall Called for each call; answers where to go on.
 */
export function scanReply(
  text: string,
  onRegion: (region: Region) => void,
  onCall?: (call: ScannedCall) => number,
): void {
  const opens = onCall === undefined ? [] : findCallHeads(text).map(({ open }) => open);
  if (onCall !== undefined && opens.length === 0) return;
  const closes = matchParentheses(text, opens);
  const endOfSpan = createSpanFinder(text);
  const lineOf = createLineFinder(text);
  const budget = { left: 8 * text.length };
  const tokens = new RegExp(token);
  let proseStart = endOfOpenedThought(text);
  tokens.lastIndex = proseStart;

  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const [whole, indent = '', fenceMark, underscores = '', name] = match;
    const at = match.index;
    if (name !== undefined) {
      if (onCall === undefined) continue;
      const head = toCallHead(at, whole, underscores, name);
      const line = lineOf(at);
      const close = findCallEnd(text, head, closes.get(head.open), line.close, budget);
      tokens.lastIndex = onCall({ ...head, close, line, proseStart });
      continue;
    }
    let end: number;
    if (fenceMark !== undefined) {
      const fence = readFence(text, at, indent.length, fenceMark);
      end = fence.end;
      onRegion({ kind: 'fence', start: at, end, fence });
    } else if (whole.startsWith('`')) {
      end = endOfSpan(at, whole.length);
      if (end === -1) continue;
      onRegion({ kind: 'code', start: at, end });
    } else {
      const closer = whole === '<!--' ? /-->/g : /<\/think(?:ing)?>/gi;
      closer.lastIndex = at;
      proseStart = end = closer.exec(text) === null ? text.length : closer.lastIndex;
      onRegion({ kind: 'hidden', start: at, end });
    }
    tokens.lastIndex = end;
  }
}
