/** How far a task got, in the model's own judgement. None of them completes the task. */
export type FinishStatus = 'done' | 'partial' | 'blocked';

/** What a finish tool reported, as data: the loop reads this and never the text. */
export interface FinishOutcome {
  /** How far the work got. */
  readonly status: FinishStatus;
  /** Null if it is missing or blank. */
  readonly summary: string | null;
  /** Whether the status was missing, so that `done` was used. */
  readonly statusDefaulted: boolean;
}
