import type { FinalType } from '@rlm/repl-types';

/** A name that ends a run, with the parenthesis after it. */
export interface CallHead {
  readonly finalType: FinalType;
  /** The name as written. */
  readonly name: string;
  readonly start: number;
  /** The index of the parenthesis. */
  readonly open: number;
  /** Underscores of markdown emphasis before the name. */
  readonly emphasis: string;
}

const types: Readonly<Record<string, FinalType>> = {
  FINAL: 'direct',
  FINAL_VAR: 'variable',
  SUBMIT: 'submit',
};

const head = /(?<![\w$]|[\w$)\]]\.)(_{0,2})(FINAL(?:_VAR)?|SUBMIT)[^\S\n\r\u2028\u2029]*\(/;
const exact = new RegExp(head, 'g');
const anyCase = new RegExp(head, 'gi');

/**
 * Every `FINAL(`, `FINAL_VAR(` and `SUBMIT(` of a text whose name stands alone, in its order; name and
 * parenthesis stand on one line.
 */
export function* findCallHeads(text: string, caseSensitive = true): Generator<CallHead> {
  for (const match of text.matchAll(caseSensitive ? exact : anyCase)) {
    const [whole, emphasis = '', name = ''] = match;
    yield {
      finalType: types[name.toUpperCase()] ?? 'direct',
      name,
      start: match.index + emphasis.length,
      open: match.index + whole.length - 1,
      emphasis,
    };
  }
}
