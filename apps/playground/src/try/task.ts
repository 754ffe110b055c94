import type { JsonSchema } from '../schema/standard-schema.js';

/** A question whose right answer is known, with the text that it is about. */
export interface TryQuestion {
  readonly query: string;
  /** One text, or texts by the names of their variables. */
  readonly context: string | Readonly<Record<string, string>>;
  /** The JSON Schema of the answer; absent: any answer. */
  readonly schema?: JsonSchema;
  /** Says what is wrong with an answer; undefined if it is right. */
  readonly check: (answer: string) => string | undefined;
}

/** A task of `rlm try`. */
export interface TryTask {
  /** What `--only` calls it. */
  readonly name: string;
  /** Makes the question: the same one for the same seed. */
  readonly make: (seed: number) => TryQuestion;
}
