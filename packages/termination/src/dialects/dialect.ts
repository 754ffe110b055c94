import type { FinalDetection } from '../detection.js';
import type { FinalDialect, ReplLanguage } from '@rlm/repl-types';

/** The texts that explain a dialect to a model. */
export interface DialectWords {
  /** How code ends the run: an item in the system prompt's list of ways to finish. */
  readonly code: string;
  /** How a reply without code ends the run: a sentence of the system prompt; may be empty. */
  readonly prose: string;
  /** Reminds a model that neither wrote code nor finished; completes "Write a block, or ...". */
  readonly reminder: string;
  /** How the last reply of a run should finish: a sentence; empty if that reply is the answer itself. */
  readonly lastReply: string;
}

/**
 * A way of ending a run that a model can be taught. One record defines it: how the loop reads prose, the texts of the
 * prompt, the names in the session.
 */
export interface Dialect {
  /** The name that selects it: `dialects: ['final-strict']`. */
  readonly name: string;
  /** What a session defines in its guest for it: a value of `open({ dialects })` of `@rlm/sandbox`. */
  readonly session: FinalDialect;
  /** The names that the session defines for it. Nothing else in the REPL may use them. */
  readonly guestNames: readonly string[];
  /** Finds the call that ends the run in the prose of a reply without code. If absent, prose ends nothing. */
  readonly readProse?: ((text: string) => FinalDetection) | undefined;
  /**
   * Beginnings of calls, such as `final(`. Every call in prose has one of them.
   *
   * - Prose beside code is read only if it holds the letters of a mark.
   * - Once the model was shown a text with a mark, in any disguise, prose only proposes an answer, which the model
   *   confirms in code.
   * - If absent, prose beside code is always read, and only proposes once the model was shown any text.
   */
  readonly marks?: readonly string[] | undefined;
  /** Returns its texts for a REPL that speaks `language`. */
  readonly words: (language: ReplLanguage) => DialectWords;
}
