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
