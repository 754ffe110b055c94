import { createCallEndFinder } from './argument.js';
import { createFenceReader, type Fence } from './fence.js';
import { createSpanFinder } from './inline-code.js';
import { createLineFinder } from './line.js';
import { headSource, toCallHead, type CallHead } from './names.js';
import { createThoughtFinder, thoughtSource } from './thoughts.js';

/** Handles the parts of a reply as {@link scanReply} reaches them. */
export interface ReplyVisitor {
  /**
   * Called for each part that is not prose: a fenced block, a piece of inline code (`code`), a thought
   * or a comment (`aside`).
   */
  readonly onHidden?: (what: Fence | 'code' | 'aside', start: number, end: number) => void;
  /**
   * Called for each call in prose; returns the index to continue at. Without it, calls are ordinary prose.
   *
   * @param close The index of the `)` that ends it, or -1.
   * @param before The prose on its line up to it.
   * @param lineEnd The index after the line that it starts on.
   */
  readonly onCall?: (head: CallHead, close: number, before: string, lineEnd: number) => number;
}

/**
 * How many calls, and how many fenced blocks, of a reply are read. More never belong to an honest answer, and cost
 * time.
 */
const most = 1_000;

const tokenSource = `\`+|~{3,}|<!--|${thoughtSource}|`;

/**
 * Walks through a reply once, from left to right: its calls in prose, and the parts that are not prose (fenced blocks,
 * inline code, thoughts, comments). It follows CommonMark's rules and those that models need. Inline code that is alone
 * on its line counts as prose. Linear in the text's length: after the first 1,000 calls, calls are prose; after the
 * first 1,000 blocks, everything is an aside.
 *
 * @param flags `g`, or `gi` for names in any case.
 */
export function scanReply(text: string, { onHidden, onCall }: ReplyVisitor, flags = 'g'): void {
  const endOfCall = createCallEndFinder(text);
  const endOfSpan = createSpanFinder(text);
  const fenceAt = createFenceReader(text);
  const lineOf = createLineFinder(text);
  const tokens = new RegExp(tokenSource + headSource, flags);
  const thoughts = createThoughtFinder(text);
  let proseStart = thoughts.atStart();
  let calls = 0;
  let fences = 0;
  onHidden?.('aside', 0, proseStart);
  tokens.lastIndex = proseStart;

  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const [whole, name] = match;
    const at = match.index;
    let end = tokens.lastIndex;
    if (name !== undefined && ++calls > most) continue;
    if (name !== undefined) {
      const head = toCallHead(match);
      const { start, close, end: lineEnd } = lineOf(at);
      const before = text.slice(Math.max(start, proseStart), at);
      end = onCall?.(head, endOfCall(head, close), before, lineEnd) ?? end;
    } else if (/^[`~]/.test(whole)) {
      const fence = fenceAt(at);
      const spanEnd = fence === null && whole.startsWith('`') ? endOfSpan(at, end) : -1;
      if (fence !== null && ++fences > most) {
        onHidden?.('aside', at, text.length);
        return;
      }
      if (fence !== null) {
        proseStart = end = fence.span[1];
        onHidden?.(fence, fence.span[0], end);
      } else if (spanEnd !== -1) {
        end = spanEnd;
        onHidden?.('code', at, end);
      }
    } else {
      const aside = whole === '<!--' ? commentEnd(text, at) : thoughts.at(at);
      if (aside !== -1) {
        proseStart = end = aside;
        onHidden?.('aside', at, end);
      }
    }
    tokens.lastIndex = end;
  }
}

function commentEnd(text: string, at: number): number {
  const close = text.indexOf('-->', at);
  return close === -1 ? text.length : close + 3;
}
