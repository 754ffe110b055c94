/** What an error must have. What is left out is not compared, and neither is the rest of its sentence. */
export interface WantedError {
  readonly code?: string;
  /** The status of an HTTP answer, of an error that has one. */
  readonly status?: number;
  /** Fields that the error's `details` must have, among others. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** What its message must name: names, paths, figures, the value that was found, what to type. No sentences. */
  readonly facts?: readonly (string | RegExp)[];
}

/** What `toThrow` and `toEqual` take for a value that only has to match. */
export interface ErrorMatcher {
  asymmetricMatch(error: unknown): boolean;
  toString(): string;
  toAsymmetricMatcher(): string;
}

/**
 * Matches an error by its code and by the facts in its message, as in
 * `toThrow(errorWith({ code: 'unknown_policy', facts: ["'nope'"] }))`. A sentence can then be rewritten without a test
 * that fails.
 */
export function errorWith(wanted: WantedError): ErrorMatcher;
