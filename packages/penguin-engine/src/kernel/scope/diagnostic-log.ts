import type { Diagnostic } from './context.js';

/** A run's input may cause any number of diagnostics: only the first are kept, so that memory stays bounded. */
const maxKept = 256;

/** The diagnostics of one run: the first 256, and how many followed. */
export class DiagnosticLog {
  readonly #kept: Diagnostic[] = [];
  #dropped = 0;

  add(diagnostic: Diagnostic): void {
    if (this.#kept.length < maxKept) this.#kept.push(Object.freeze(diagnostic));
    else this.#dropped += 1;
  }

  all(): readonly Diagnostic[] {
    if (this.#dropped === 0) return Object.freeze([...this.#kept]);
    const message = `${this.#dropped} further remarks were dropped`;
    return Object.freeze([...this.#kept, { code: 'diagnostics_dropped', message }]);
  }
}
