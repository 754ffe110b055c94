import { createCallEndFinder } from './argument.js';
import { readFence, type Fence } from './fence.js';
import { createSpanFinder } from './inline-code.js';
import { createLineFinder } from './line.js';
import { headSource, toCallHead, type CallHead } from './names.js';

/**
 * What is done with a call in a reply's prose; answers where to go on.
 *
 * @param close The index of the `)` that ends it, or -1.
 * @param before The prose on its line up to it.
 * @param lineEnd After the line that it starts on.
 */
export type OnCall = (head: CallHead, close: number, before: string, lineEnd: number) => number;

const tokenSource =
  '(?<![^\\n])([^\\S\\n]*(?:(?:[-*+]|\\d{1,9}[.)])[^\\S\\n]+)?)(`{3,}(?=[^`\\n]*(?:\\n|$))|~{3,})|`+|<!--|<think(?:ing)?>|';

/**
 * Walks through a reply once, from left to right: its calls in prose, and what is not prose (fenced
 * blocks, inline code, thoughts, comments; CommonMark's rules, and those that models need). Inline
 * code that is all there is on its line counts as prose. Linear in the text's length.
 *
 * @param onCode Called for each fenced block and each piece of inline code.
 * @param onCall Called for each call; without it, calls are prose like all else.
 * @param flags `g`, or `gi` for names in any case.
 */
export function scanReply(
  text: string,
  onCode: (start: number, end: number, fence?: Fence) => void,
  onCall?: OnCall,
  flags = 'g',
): void {
  const endOfCall = createCallEndFinder(text);
  const endOfSpan = createSpanFinder(text);
  const lineOf = createLineFinder(text);
  const tokens = new RegExp(tokenSource + headSource, flags);
  // A thought may have been opened before the reply began, as templates of models do.
  let proseStart = /^(?:(?!<think)[^])*?<\/think(?:ing)?>(?!`)/i.exec(text)?.[0].length ?? 0;
  tokens.lastIndex = proseStart;

  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const [whole, indent = '', mark, name] = match;
    const at = match.index;
    let end = tokens.lastIndex;
    if (name !== undefined) {
      if (onCall !== undefined) {
        const head = toCallHead(match);
        const line = lineOf(at);
        const before = text.slice(Math.max(line.start, proseStart), at);
        end = onCall(head, endOfCall(head, line.close), before, line.end);
      }
    } else if (mark !== undefined) {
      const fence = readFence(text, at, indent.length, mark);
      end = fence.span[1];
      onCode(at, end, fence);
    } else if (whole.startsWith('`')) {
      const spanEnd = endOfSpan(at, end);
      if (spanEnd !== -1) onCode(at, (end = spanEnd));
    } else {
      const closer = whole === '<!--' ? /-->/g : /<\/think(?:ing)?>/gi;
      closer.lastIndex = at;
      proseStart = end = closer.test(text) ? closer.lastIndex : text.length;
    }
    tokens.lastIndex = end;
  }
}
