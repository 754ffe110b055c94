import type { FinalType } from '@rlm/repl-types';

/** Which of several calls decides. */
export interface ChooseFinalOptions {
  /** Which of several calls of the winning kind counts; default `first`. */
  readonly prefer?: 'first' | 'last';
  /** Which kind wins, best first; default FINAL_VAR, FINAL, SUBMIT. */
  readonly precedence?: readonly FinalType[];
}

/** The one of `calls` that decides: the first (or last) of the kind that outranks the others. */
export function chooseFinalCall<Call extends { readonly finalType: FinalType }>(
  calls: readonly Call[],
  { prefer = 'first', precedence = ['variable', 'direct', 'submit'] }: ChooseFinalOptions = {},
): Call | undefined {
  for (const type of precedence) {
    const ofType = calls.filter(({ finalType }) => finalType === type);
    const call = ofType.at(prefer === 'last' ? -1 : 0);
    if (call !== undefined) return call;
  }
  return undefined;
}
