import { expect } from 'vitest';

/** What an error must have. What is left out is not compared, and neither is the rest of its sentence. */
interface WantedError {
  readonly code?: string;
  /** The status of an HTTP answer. */
  readonly status?: number;
  /** Fields that the error's `details` must have, among others. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** What its message must name: names, paths, figures, the value that was found, what to type. No sentences. */
  readonly facts?: readonly (string | RegExp)[];
}

/**
 * Matches an error by its code and by the facts in its message, as in
 * `toThrow(errorWith({ code: 'unknown_policy', facts: ["'nope'"] }))`. A sentence can then be rewritten without a test
 * that fails.
 */
export function errorWith({ details, facts = [], ...fields }: WantedError) {
  const hasFacts = (message: string) =>
    facts.every((fact) => (typeof fact === 'string' ? message.includes(fact) : fact.test(message)));
  return expect.objectContaining({
    ...fields,
    ...(details && { details: expect.objectContaining(details) }),
    message: expect.toSatisfy(hasFacts, `it names ${facts.join(', ')}`),
  });
}
