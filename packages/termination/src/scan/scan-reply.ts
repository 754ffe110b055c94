import { createCallEndFinder } from './argument.js';
import { readFence, type Fence } from './fence.js';
import { createSpanFinder } from './inline-code.js';
import { createLineFinder } from './line.js';
import { headSource, toCallHead, type CallHead } from './names.js';

/** What is done with the parts of a reply as {@link scanReply} comes by them. */
export interface ReplyVisitor {
  /**
   * Called for each part that is not prose: a fenced block, a piece of inline code (`code`), a thought
   * or a comment (`aside`).
   */
  readonly onHidden?: (what: Fence | 'code' | 'aside', start: number, end: number) => void;
  /**
   * Called for each call in prose; answers where to go on. Without it, calls are prose like all else.
   *
   * @param close The index of the `)` that ends it, or -1.
   * @param before The prose on its line up to it.
   * @param lineEnd After the line that it starts on.
   */
  readonly onCall?: (head: CallHead, close: number, before: string, lineEnd: number) => number;
}

const tokenSource =
  '(?<![^\\n])([^\\S\\n]*(?:(?:[-*+]|\\d{1,9}[.)])[^\\S\\n]+)?)(`{3,}(?=[^`\\n]*(?:\\n|$))|~{3,})|(`{3,})(?=[a-zA-Z][\\w+#-]*[^\\S\\n]*\\n)|`+|<!--|<think(?:ing)?>|';

/**
 * Walks through a reply once, from left to right: its calls in prose, and what is not prose (fenced
 * blocks, inline code, thoughts, comments; CommonMark's rules, and those that models need). Inline
 * code that is all there is on its line counts as prose. Linear in the text's length.
 *
 * @param flags `g`, or `gi` for names in any case.
 */
export function scanReply(text: string, { onHidden, onCall }: ReplyVisitor, flags = 'g'): void {
  const endOfCall = createCallEndFinder(text);
  const endOfSpan = createSpanFinder(text);
  const lineOf = createLineFinder(text);
  const tokens = new RegExp(tokenSource + headSource, flags);
  // A thought may have been opened before the reply began, as templates of models do.
  let proseStart = /^(?:(?!<think)[^])*?<\/think(?:ing)?>(?!`)/i.exec(text)?.[0].length ?? 0;
  onHidden?.('aside', 0, proseStart);
  tokens.lastIndex = proseStart;
  // Up to where no fence is glued to text.
  let noneGlued = 0;

  const takeFence = (fence: Fence): number => {
    const [start, end] = fence.span;
    onHidden?.(fence, start, end);
    return (proseStart = end);
  };

  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const [whole, indent = '', mark, glued, name] = match;
    const at = match.index;
    let end = tokens.lastIndex;
    if (name !== undefined) {
      const head = toCallHead(match);
      const { start, close, end: lineEnd } = lineOf(at);
      const before = text.slice(Math.max(start, proseStart), at);
      end = onCall?.(head, endOfCall(head, close), before, lineEnd) ?? end;
    } else if (mark !== undefined) {
      end = takeFence(readFence(text, at, indent.length, mark));
    } else if (whole.startsWith('`')) {
      const spanEnd = endOfSpan(at, end);
      let fence;
      // Inline code that goes on within its line is no block.
      if (glued !== undefined && at >= noneGlued && '\n'.includes(text.charAt(spanEnd))) {
        fence = readFence(text, at, 0, glued);
        noneGlued = fence.span[1];
      }
      if (fence !== undefined && noneGlued > fence.codeSpan[1]) end = takeFence(fence);
      else if (spanEnd !== -1) onHidden?.('code', at, (end = spanEnd));
    } else {
      const closer = whole === '<!--' ? /-->/g : /<\/think(?:ing)?>/gi;
      closer.lastIndex = at;
      proseStart = end = closer.test(text) ? closer.lastIndex : text.length;
      onHidden?.('aside', at, end);
    }
    tokens.lastIndex = end;
  }
}
