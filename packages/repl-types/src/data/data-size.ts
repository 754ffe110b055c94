import { Refusal } from './refusal.js';

/** The length of text that every JavaScript engine can hold, in UTF-16 units. */
const maxTextChars = 2 ** 29 - 24;

/** The limits of a value. */
export interface DataLimits {
  /** How deeply lists and objects may be nested. */
  readonly maxDepth: number;
  /** The number of scalars, lists, objects and keys. Default: as many as one text can hold. */
  readonly maxParts?: number;
  /** The number of characters in texts and keys. Default: as many as one text can hold. */
  readonly maxChars?: number;
}

/**
 * Counts the parts and characters of a value as JSON writes them. A part that appears several times counts each time.
 */
export class DataSize {
  readonly maxParts: number;
  readonly #maxChars: number;
  parts = 0;
  chars = 0;

  constructor({ maxParts = Infinity, maxChars = Infinity }: DataLimits) {
    this.maxParts = maxParts;
    this.#maxChars = Math.min(maxChars, maxTextChars);
  }

  addParts(more: number): void {
    this.parts += more;
    if (this.parts > this.maxParts) {
      throw new Refusal('too_many_parts', `has more than ${this.maxParts} parts: pass less`);
    }
    this.addChars(0);
  }

  addChars(more: number): void {
    this.chars += more;
    // Each part has a mark or a digit, and a comma.
    if (this.chars > this.#maxChars || this.chars + 2 * this.parts > maxTextChars) {
      const problem = `is too large: more than ${this.#maxChars} characters; pass less, or in parts`;
      throw new Refusal('too_large', problem, this.chars);
    }
  }
}
