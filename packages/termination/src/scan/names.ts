import type { FinalSignal } from '@rlm/repl-types';

/** The name of a call that ends a run, with its parenthesis. */
export interface CallHead {
  readonly finalType: FinalSignal['type'];
  /** The name as written. */
  readonly name: string;
  readonly start: number;
  /** The index after the parenthesis. */
  readonly from: number;
}

/**
 * A name on its own (not `my_FINAL`, `obj.FINAL`), and the parenthesis that follows on its line. One group: the name.
 */
export const headSource = '(?<![\\w$]|[\\w$)\\]]\\.)(FINAL(?:_VAR)?|SUBMIT)[ \\t]*\\(';

/** The call head of a match whose last part is {@link headSource}. */
export function toCallHead(match: RegExpExecArray): CallHead {
  const { 0: whole, index: start } = match;
  const name = match.at(-1) ?? '';
  // FINAL, SUBMIT or FINAL_VAR, in any case.
  const { length } = name;
  const finalType = length < 6 ? 'direct' : length > 6 ? 'variable' : 'submit';
  return { finalType, name, start, from: start + whole.length };
}

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
