import type { TagMatches } from './match-tags.js';
import { type FenceToken, type Token, tokenAt } from './tokens.js';

/** Finds what Markdown, comments and reasoning quote. */
export interface QuotedRegions {
  /** The index after the quoted region that begins at a token; the token's own index if none does. */
  endFrom(index: number): number;
}

/** A walk over the tokens of one text, from left to right. */
export function createQuotedRegions(tokens: readonly Token[], matches: TagMatches): QuotedRegions {
  const lastRun = new Map<string, number>();
  tokens.forEach((token, index) => {
    const key = runKey(token);
    if (key !== null) lastRun.set(key, index);
  });
  let actionFence: FenceToken | null = null;

  const find = (from: number, accept: (token: Token) => boolean): number => {
    let index = from;
    while (index < tokens.length && !accept(tokenAt(tokens, index))) index += 1;
    return index;
  };
  const findPast = (from: number, accept: (token: Token) => boolean): number =>
    Math.min(find(from, accept) + 1, tokens.length);

  function inlineEnd(index: number, run: Token): number {
    const key = runKey(run);
    if (key === null || (lastRun.get(key) ?? index) <= index) return index;
    return findPast(index + 1, (token) => runKey(token) === key);
  }

  function fenceEnd(index: number, fence: FenceToken): number {
    if (actionFence !== null && closes(fence, actionFence)) {
      actionFence = null;
      return index + 1;
    }
    if (/^actionxml(?!\S)/i.test(fence.info)) {
      actionFence = fence;
      return index + 1;
    }
    return findPast(index + 1, (token) => token.kind === 'fence' && closes(token, fence));
  }

  return {
    endFrom(index) {
      const token = tokenAt(tokens, index);
      switch (token.kind) {
        case 'quote-line':
          return find(index + 1, ({ line }) => line !== token.line);
        case 'comment-open':
          return findPast(index + 1, ({ kind }) => kind === 'comment-close');
        case 'reasoning-open':
          return findPast(
            index + 1,
            (other) => other.kind === 'reasoning-close' && other.name === token.name,
          );
        case 'cdata-open':
          return (matches.cdataEnd.get(index) ?? index - 1) + 1;
        case 'fence':
          return token.inline ? inlineEnd(index, token) : fenceEnd(index, token);
        case 'ticks':
          return inlineEnd(index, token);
        default:
          return index;
      }
    },
  };
}

function runKey(token: Token): string | null {
  if (token.kind !== 'ticks' && !(token.kind === 'fence' && token.char === '`')) return null;
  return `${token.paragraph}:${token.end - token.start}`;
}

function closes(fence: FenceToken, opening: FenceToken): boolean {
  return (
    fence.char === opening.char &&
    fence.end - fence.start >= opening.end - opening.start &&
    fence.info.trim() === ''
  );
}
