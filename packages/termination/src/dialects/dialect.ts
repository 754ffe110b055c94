import type { FinalDetection } from '../detection.js';
import type { ReplLanguage } from '@rlm/repl-types';

/** What a session offers its guest for a dialect, as `open({ dialects })` of `@rlm/sandbox` takes it. */
export type SessionDialect = 'final' | 'submit' | 'answer';

/** How a dialect is told to a model. */
export interface DialectWords {
  /** How code ends the run: an item of the system prompt's list of ways to finish. */
  readonly code: string;
  /** How a reply without code ends it: a sentence of the system prompt; empty where it says nothing. */
  readonly prose: string;
  /** What a model is told that neither wrote code nor finished; completes "Write a block, or ...". */
  readonly reminder: string;
  /** How the last reply of a run should finish: a sentence; empty where it is the answer itself. */
  readonly lastReply: string;
}

/**
 * A way of ending a run that a model can be taught. One record says all of it: the loop reads prose by
 * it, the prompt takes its words, the session defines its names.
 */
export interface Dialect {
  /** How it is chosen: `dialects: ['final-strict']`. */
  readonly name: string;
  readonly session: SessionDialect;
  /** The names that the session defines for it, which nothing else in the REPL may have. */
  readonly guestNames: readonly string[];
  /**
   * Finds the call with which the prose of a reply without code ends the run; absent: prose ends nothing. Those of the
   * built-in dialects load what reads prose at their first call, and so give a promise.
   */
  readonly readProse?: ((text: string) => FinalDetection | Promise<FinalDetection>) | undefined;
  /**
   * Beginnings of calls, one of which every call in prose has: `final(`. The prose beside code is read only if it holds the letters
   * of one; and once a text that the model was shown holds one, in any disguise, prose only proposes an answer, which the model
   * confirms in code. Absent: prose beside code is always read, and only proposes once any text was shown.
   */
  readonly marks?: readonly string[] | undefined;
  /** Its words where the REPL speaks `language`. */
  readonly words: (language: ReplLanguage) => DialectWords;
}
