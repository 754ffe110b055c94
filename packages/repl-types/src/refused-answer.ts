/** One thing that is wrong with an answer. */
export interface AnswerIssue {
  /** The path of what is wrong (`tags[0].name`); empty for the answer as a whole. */
  readonly path: string;
  /** What was found there, in a few words. */
  readonly got: string;
  /** What was expected, if the schema says so. */
  readonly expected?: string;
  /** What the schema says of it. */
  readonly message: string;
}

/** An answer that the model gave, and that did not end the run. */
export interface RefusedAnswer {
  /** The answer as text; of a long one, its beginning and end. */
  readonly answer: string;
  /** The notice that said so: `schema_mismatch`, `final_refused`, `answer_sent_back`. */
  readonly code: string;
  /** Why, in one line. */
  readonly reason: string;
  /** What its schema refused; empty if another rule refused it. At most ten. */
  readonly issues: readonly AnswerIssue[];
}

/** Whether JSON data is a refused answer. */
export function isRefusedAnswer(json: unknown): json is RefusedAnswer {
  const { answer, code, reason, issues } = (json ?? {}) as Readonly<Record<string, unknown>>;
  return [answer, code, reason].every((text) => typeof text === 'string') && Array.isArray(issues);
}
