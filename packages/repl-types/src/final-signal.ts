/** How code in a REPL ended its run: the call, with its arguments. */
export type FinalSignal =
  /** `FINAL(answer)`. */
  | { readonly type: 'direct'; readonly answer: unknown }
  /** `FINAL_VAR(name)`; `answer` is the variable's value, taken at the moment of the call. */
  | { readonly type: 'variable'; readonly var: string; readonly answer?: unknown }
  /** `SUBMIT(field=value, ...)`. */
  | { readonly type: 'submit'; readonly fields: Readonly<Record<string, unknown>> };

/** The answer that a final gives: of a SUBMIT all its fields. */
export function answerOfFinal(signal: FinalSignal): unknown {
  return signal.type === 'submit' ? signal.fields : signal.answer;
}

/** The kinds of {@link FinalSignal}. */
export type FinalType = FinalSignal['type'];

/** The key under which an error carries a final, whichever package threw it. */
export const finalSignalKey: unique symbol = Symbol.for('@rlm/repl-types/final-signal');

/**
 * Returns the final that a thrown value carries: what `FINAL`, `FINAL_VAR` and `SUBMIT` of `@rlm/termination` throw in
 * host code. Undefined for any other error.
 */
export function finalSignalOf(thrown: unknown): FinalSignal | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  return (thrown as { readonly [finalSignalKey]?: FinalSignal })[finalSignalKey];
}
