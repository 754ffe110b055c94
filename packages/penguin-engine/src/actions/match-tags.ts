import { type TagToken, type Token, tokenAt } from './tokens.js';

/** Which tags form pairs, by their names alone. */
export interface TagMatches {
  /** The index of the closing tag for the index of an opening tag. */
  readonly closeOf: ReadonlyMap<number, number>;
  /** For the index of the mark that opens a CDATA section, the index of the one that closes it. */
  readonly cdataEnd: ReadonlyMap<number, number>;
}

/** Whether a token is a tag with a registered name. */
export function isTag(token: Token): token is TagToken {
  switch (token.kind) {
    case 'open':
    case 'close':
    case 'empty':
    case 'near-open':
    case 'near-close':
    case 'partial':
      return true;
    default:
      return false;
  }
}

/** Pairs tags like nested elements, separately for each name; tags in CDATA sections are text. */
export function matchTags(tokens: readonly Token[]): TagMatches {
  const cdataEnd = matchCdata(tokens);
  const closeOf = new Map<number, number>();
  const waiting = new Map<string, number[]>();
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokenAt(tokens, index);
    const skipTo = cdataEnd.get(index);
    if (skipTo !== undefined) index = skipTo;
    else if (token.kind === 'open' || token.kind === 'near-open') {
      const stack = waiting.get(token.key);
      if (stack === undefined) waiting.set(token.key, [index]);
      else stack.push(index);
    } else if (token.kind === 'close' || token.kind === 'near-close') {
      const open = waiting.get(token.key)?.pop();
      if (open !== undefined) closeOf.set(open, index);
    }
  }
  return { closeOf, cdataEnd };
}

function matchCdata(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  let open: number | null = null;
  tokens.forEach(({ kind }, index) => {
    if (kind === 'cdata-open') open ??= index;
    else if (kind === 'cdata-close' && open !== null) {
      ends.set(open, index);
      open = null;
    }
  });
  return ends;
}
