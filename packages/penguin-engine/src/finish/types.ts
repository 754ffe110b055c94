/** How far a task came, in the model's own judgement. None of them completes the task. */
export type FinishStatus = 'done' | 'partial' | 'blocked';

/** The words that a finish may carry, in the order in which they are shown. */
export const finishStatuses: readonly FinishStatus[] = /* @__PURE__ */ Object.freeze([
  'done',
  'partial',
  'blocked',
]);

/** What a finish tool was told, as data: the loop reads this and never the text. */
export interface FinishOutcome {
  /** How far the work came. */
  readonly status: FinishStatus;
  /** Null when there is none, or only blanks. */
  readonly summary: string | null;
  /** Whether the status was not given, and `done` was taken. */
  readonly statusDefaulted: boolean;
}

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
