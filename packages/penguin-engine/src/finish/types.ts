import type { FinishOutcome, FinishStatus } from '@rlm/kernel';

/** The status words of a finish, in the order in which they are listed. */
export const finishStatuses: readonly FinishStatus[] = Object.freeze([
  'done',
  'partial',
  'blocked',
]);

/** Why a call of a finish tool is not a finish. */
export type FinishError = 'invalid_arguments' | 'invalid_status' | 'invalid_summary';

/** The result of a finish tool. */
export interface FinishReport {
  /** For people and for the model. */
  readonly text: string;
  /** Null if the call was refused. */
  readonly finish: FinishOutcome | null;
  /** Why it was refused. */
  readonly error?: FinishError;
  /** Arguments beside a summary that the tool does not have. */
  readonly ignored?: readonly string[];
}

/** Reads a status word, whatever its case and the blanks around it. */
export function readFinishStatus(value: unknown): FinishStatus | null {
  if (typeof value !== 'string') return null;
  const word = value.trim().toLowerCase();
  return finishStatuses.find((status) => status === word) ?? null;
}
