/** How code that ran in a REPL ended its run: the call, and what it was called with. */
export type FinalSignal =
  /** `FINAL(answer)`. */
  | { readonly type: 'direct'; readonly answer: unknown }
  /** `FINAL_VAR(name)`; `answer` is the variable's value, taken at the moment of the call. */
  | { readonly type: 'variable'; readonly var: string; readonly answer?: unknown }
  /** `SUBMIT(field=value, ...)`. */
  | { readonly type: 'submit'; readonly fields: Readonly<Record<string, unknown>> };

/** The ways in which a {@link FinalSignal} can be given. */
export type FinalType = FinalSignal['type'];
