import { headSource, toCallHead, type CallHead } from './names.js';

/** Finds every call head of a text in order, named in capitals. */
export function findCallHeads(text: string): CallHead[] {
  return Array.from(text.matchAll(new RegExp(headSource, 'g')), toCallHead);
}

/**
 * Creates a finder of call heads, named in capitals, for parts of a text in ascending order. Each part is read once.
 */
export function createHeadFinder(text: string): (start: number, end: number) => CallHead[] {
  const heads = new RegExp(headSource, 'g');
  let next = heads.exec(text);
  return (start, end) => {
    if (next !== null && next.index < start) {
      heads.lastIndex = start;
      next = heads.exec(text);
    }
    const found: CallHead[] = [];
    for (; next !== null && next.index < end; next = heads.exec(text)) found.push(toCallHead(next));
    return found;
  };
}
