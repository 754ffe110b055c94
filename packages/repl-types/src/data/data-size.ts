import { Refusal } from './refusal.js';

/** The longest text that every JavaScript engine holds, in UTF-16 units. */
const longestText = 2 ** 29 - 24;

/** What a value may be at most. */
export interface DataLimits {
  /** Lists and objects in each other. */
  readonly maxDepth: number;
  /** Scalars, lists, objects and keys. Default: as many as one text can hold. */
  readonly maxParts?: number;
  /** Characters of texts and keys. Default: as many as one text can hold. */
  readonly maxChars?: number;
}

/** Counts what a value has, as JSON writes it: a part that it has several times counts as often. */
export class DataSize {
  readonly maxParts: number;
  readonly #maxChars: number;
  parts = 0;
  chars = 0;

  constructor({ maxParts = Infinity, maxChars = Infinity }: DataLimits) {
    this.maxParts = maxParts;
    this.#maxChars = Math.min(maxChars, longestText);
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
    if (this.chars > this.#maxChars || this.chars + 2 * this.parts > longestText) {
      const problem = `is too large: more than ${this.#maxChars} characters; pass less, or in parts`;
      throw new Refusal('too_large', problem, this.chars);
    }
  }
}
