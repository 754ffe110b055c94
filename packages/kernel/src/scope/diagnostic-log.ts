import { cutText } from '@rlm/repl-types';

import type { Diagnostic } from '../contract/context.js';

/**
 * A run's input may cause any number of diagnostics: only the first ones are kept, to limit memory.
 */
const maxKept = 256;

/** The longest message, in characters. */
const messageChars = 4_000;

/** The diagnostics of one run: the first 256, and how many followed. */
export class DiagnosticLog {
  readonly #kept: Diagnostic[] = [];
  #dropped = 0;

  add(diagnostic: Diagnostic): void {
    if (this.#kept.length >= maxKept) {
      this.#dropped += 1;
      return;
    }
    const message = cutText(diagnostic.message, messageChars).text;
    this.#kept.push(Object.freeze({ ...diagnostic, message }));
  }

  all(): readonly Diagnostic[] {
    if (this.#dropped === 0) return Object.freeze([...this.#kept]);
    const message = `${this.#dropped} further diagnostics were dropped`;
    return Object.freeze([...this.#kept, { code: 'diagnostics_dropped', message }]);
  }
}
