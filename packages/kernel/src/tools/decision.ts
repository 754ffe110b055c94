/** A person's decision about a call, or about a finished task. */
export interface Decision {
  readonly approved: boolean;
  /** Why not; the model reads this. */
  readonly reason?: string | undefined;
  /** Who decided. */
  readonly reviewer?: string | undefined;
}

/**
 * Reads a decision as returned by `approve`, or recorded by `decide` of `@rlm/journal`: true, or `{
 * approved, reason?, reviewer? }`.
 */
export function readDecision(value: unknown): Decision {
  if (typeof value !== 'object' || value === null) return { approved: value === true };
  const { approved, reason, reviewer } = value as Readonly<Record<string, unknown>>;
  return {
    approved: approved === true,
    reason: typeof reason === 'string' ? reason : undefined,
    reviewer: typeof reviewer === 'string' ? reviewer : undefined,
  };
}
