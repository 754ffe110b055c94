import type { AnswerSource } from '../result.js';
import type { Notice } from '../run/notice.js';

/** An answer that a run may end with. */
export interface RlmAnswer {
  /** The value as text. */
  readonly text: string;
  /** The answer as data, checked by the schema if there is one. */
  readonly value: unknown;
  readonly source: AnswerSource;
}

/** An answer, or none and why it cannot be accepted yet. */
export interface Acceptance {
  readonly answer: RlmAnswer | null;
  readonly notices: readonly Notice[];
}

/** The state of a run when an answer comes. */
export interface AcceptanceState {
  /** The turn, from 1. */
  readonly step: number;
  /** Whether any code has run so far, the present turn's included. */
  readonly executed: boolean;
}
