import { readFence, type Fence } from './fence.js';

/** A piece of a reply that is not prose. */
export interface Region {
  readonly kind: 'fence' | 'code' | 'thought' | 'comment';
  readonly start: number;
  readonly end: number;
  /** For a fenced block: its parts. */
  readonly fence?: Fence;
}

// Delimiters longer than this are not looked for: it bounds the work on hostile text.
const longestSpanDelimiter = 32;

/** Whether only blanks stand before `at` on its line. */
function opensLine(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && /[^\S\n]/.test(text.charAt(before))) before--;
  return before < 0 || text.charAt(before) === '\n';
}

/** The thought that was opened before the reply began, as templates of reasoning models do. */
function openedThought(text: string): Region | null {
  const tag = /<(\/?)think(?:ing)?>(?!`)/i.exec(text);
  return tag?.[1] === '/' ? { kind: 'thought', start: 0, end: tag.index + tag[0].length } : null;
}

/**
 * Finds, from left to right, what is not prose: fenced blocks, inline code, thoughts and comments
 * (CommonMark's rules, and those that models need). Ask with ascending positions: the work for a
 * whole text is linear. Inline code that is all there is on its line counts as prose.
 */
export function createRegionFinder(text: string): (from: number) => Region | null {
  const token =
    /(?<![^\n])([^\S\n]*(?:(?:[-*+]|\d{1,9}[.)])[^\S\n]+)?)(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})|`+|<!--|<think(?:ing)?>/gi;
  let found: Region | null = openedThought(text);
  let exhausted = false;
  let paragraphEnd = -1;
  let noCloser = new Set<number>();
  let commentsEnd = false;

  /** The index after the inline code that a run of `length` backticks opens, or -1. */
  function endOfSpan(at: number, length: number): number {
    if (at >= paragraphEnd) {
      const boundary = /\n[^\S\n]*(?:\n|`{3}|~{3})/g;
      boundary.lastIndex = at;
      paragraphEnd = boundary.exec(text)?.index ?? text.length;
      noCloser = new Set();
    }
    if (length > longestSpanDelimiter || noCloser.has(length)) return -1;
    const runs = /`+/g;
    runs.lastIndex = at + length;
    for (let run = runs.exec(text); run !== null; run = runs.exec(text)) {
      if (run.index >= paragraphEnd) break;
      if (run[0].length === length) return runs.lastIndex;
    }
    noCloser.add(length);
    return -1;
  }

  function inlineCode(at: number, length: number): Region | null {
    const end = endOfSpan(at, length);
    if (end === -1) return null;
    const after = /[^\S\n]*(?:\n|$)/y;
    after.lastIndex = end;
    return opensLine(text, at) && after.test(text) ? null : { kind: 'code', start: at, end };
  }

  function comment(at: number): Region | null {
    const end = commentsEnd ? -1 : text.indexOf('-->', at + 4);
    if (end !== -1) return { kind: 'comment', start: at, end: end + 3 };
    commentsEnd = true;
    return opensLine(text, at) ? { kind: 'comment', start: at, end: text.length } : null;
  }

  function thought(at: number): Region {
    const closer = /<\/think(?:ing)?>/gi;
    closer.lastIndex = at;
    const end = closer.exec(text) === null ? text.length : closer.lastIndex;
    return { kind: 'thought', start: at, end };
  }

  function regionAt(match: RegExpExecArray): Region | null {
    const [whole, indent, fence] = match;
    const at = match.index;
    if (fence !== undefined) {
      const block = readFence(text, at, at + (indent ?? '').length, fence.length);
      return { kind: 'fence', start: at, end: block.end, fence: block };
    }
    if (whole.startsWith('`')) return inlineCode(at, whole.length);
    return whole === '<!--' ? comment(at) : thought(at);
  }

  return (from) => {
    if (exhausted || (found !== null && found.start >= from)) return found;
    token.lastIndex = from;
    for (let match = token.exec(text); match !== null; match = token.exec(text)) {
      found = regionAt(match);
      if (found !== null) return found;
    }
    exhausted = true;
    return (found = null);
  };
}
