/** How far a task came, in the model's own judgement. None of them completes the task. */
export type FinishStatus = 'done' | 'partial' | 'blocked';

/** What a finish tool was told, as data: the loop reads this and never the text. */
export interface FinishOutcome {
  /** How far the work came. */
  readonly status: FinishStatus;
  /** Null when there is none, or only blanks. */
  readonly summary: string | null;
  /** Whether the status was not given, and `done` was taken. */
  readonly statusDefaulted: boolean;
}
