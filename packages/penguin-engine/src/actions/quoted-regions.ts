import type { Fence } from '@rlm/termination';
import { closesFence, createFenceReader } from '@rlm/termination/internal';

import type { TagMatches } from './match-tags.js';
import { type RunToken, type Token, tokenAt } from './tokens.js';

/** Finds what Markdown, comments and reasoning quote. */
export interface QuotedRegions {
  /**
   * The index after the quoted region that begins at a token; the token's own index if none begins
   * there.
   */
  endFrom(index: number): number;
}

/** Walks over the tokens of one text, from left to right. */
export function createQuotedRegions(
  tokens: readonly Token[],
  matches: TagMatches,
  text: string,
): QuotedRegions {
  const fenceAt = createFenceReader(text);
  const lastRun = new Map<string, number>();
  tokens.forEach((token, index) => {
    const key = runKey(token);
    if (key !== null) lastRun.set(key, index);
  });
  // The open block of actions, and the last line that was checked for its end.
  let actionFence: Fence | null = null;
  let looked = -1;

  const find = (from: number, accept: (token: Token) => boolean): number => {
    let index = from;
    while (index < tokens.length && !accept(tokenAt(tokens, index))) index += 1;
    return index;
  };
  const findPast = (from: number, accept: (token: Token) => boolean): number =>
    Math.min(find(from, accept) + 1, tokens.length);

  function runEnd(index: number, run: RunToken): number {
    if (actionFence !== null && run.line > looked) {
      looked = run.line;
      if (closesFence(text, run.start, actionFence)) {
        actionFence = null;
        return index + 1;
      }
    }
    const fence = fenceAt(run.start);
    if (fence === null) return inlineEnd(index, run);
    if (!/^actionxml(?!\S)/i.test(fence.info)) {
      return find(index + 1, ({ start }) => start >= fence.span[1]);
    }
    actionFence = fence;
    looked = run.line;
    return index + 1;
  }

  function inlineEnd(index: number, run: RunToken): number {
    const key = runKey(run);
    if (key === null || (lastRun.get(key) ?? index) <= index) return index;
    return findPast(index + 1, (token) => runKey(token) === key);
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
        case 'run':
          return runEnd(index, token);
        default:
          return index;
      }
    },
  };
}

function runKey(token: Token): string | null {
  if (token.kind !== 'run' || token.char !== '`') return null;
  return `${token.paragraph}:${token.end - token.start}`;
}
