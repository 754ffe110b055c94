/** What a person has decided, of a call or of a finished task. */
export interface Decision {
  readonly approved: boolean;
  /** Why not: what the model is told. */
  readonly reason?: string;
  /** Who decided. */
  readonly reviewer?: string;
}

/** Reads a decision as `approve` or `decide` of `@rlm/journal` gives it: true, or `{ approved, reason?, reviewer? }`. */
export function readDecision(value: unknown): Decision {
  if (typeof value !== 'object' || value === null) return { approved: value === true };
  const { approved, reason, reviewer } = value as Readonly<Record<string, unknown>>;
  return {
    approved: approved === true,
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(typeof reviewer === 'string' ? { reviewer } : {}),
  };
}
