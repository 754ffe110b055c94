import type { FinalType } from '@rlm/repl-types';

/** The name of a call that ends a run, with its parenthesis. */
export interface CallHead {
  readonly finalType: FinalType;
  /** The name as written. */
  readonly name: string;
  readonly start: number;
  /** The index of the parenthesis. */
  readonly open: number;
}

const types: Readonly<Record<string, FinalType>> = { FINAL: 'direct', FINAL_VAR: 'variable' };

/**
 * A name that stands alone (not `my_FINAL`, `obj.FINAL`), with underscores of markdown before it, and
 * the parenthesis that follows on its line. Groups: underscores, name. Any case.
 */
export const headPattern =
  /(?<![\w$]|[\w$)\]]\.)(_{0,2})(FINAL(?:_VAR)?|SUBMIT)[^\S\n\r\u2028\u2029]*\(/gi;

/** The call that a match of {@link headPattern} begins. */
export function toCallHead(
  index: number,
  whole: string,
  underscores: string,
  name: string,
): CallHead {
  return {
    finalType: types[name.toUpperCase()] ?? 'submit',
    name,
    start: index + underscores.length,
    open: index + whole.length - 1,
  };
}

/** Every call head of a text in its order, names in any case. */
export function findCallHeads(text: string): CallHead[] {
  return Array.from(text.matchAll(headPattern), (match) =>
    toCallHead(match.index, match[0], match[1] ?? '', match[2] ?? ''),
  );
}
