import type { FinishOutcome, FinishStatus } from '@rlm/kernel';

/** The words that a finish may carry, in the order in which they are shown. */
export const finishStatuses: readonly FinishStatus[] = /* @__PURE__ */ Object.freeze([
  'done',
  'partial',
  'blocked',
]);

/** Why a call of a finish tool is no finish. */
export type FinishError = 'invalid_arguments' | 'invalid_status' | 'invalid_summary';

/** What a finish tool answers. */
export interface FinishReport {
  /** For people and for the model. */
  readonly text: string;
  /** Null when the call was refused. */
  readonly finish: FinishOutcome | null;
  /** Why it was refused. */
  readonly error?: FinishError;
}

/** Reads a status word, whatever its case and the blanks around it. */
export function readFinishStatus(value: unknown): FinishStatus | null {
  if (typeof value !== 'string') return null;
  const word = value.trim().toLowerCase();
  return finishStatuses.find((status) => status === word) ?? null;
}
