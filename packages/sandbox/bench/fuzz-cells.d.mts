/** Makes cells out of pieces, glued and damaged at random; the same seed gives the same cells. */
export function createFuzzer(
  language: 'python' | 'javascript',
  seed: number,
): {
  /** The next cell. */
  next(): string;
};
