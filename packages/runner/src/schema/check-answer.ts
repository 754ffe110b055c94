import { awaitHook } from '@rlm/repl-types/internal';
import type { StandardSchema } from '@rlm/kernel';
import type { AnswerIssue } from '@rlm/repl-types';

import { answerCandidates } from './answer-candidates.js';
import { answerIssues, renderFound } from './answer-issues.js';

/** Why a schema refuses an answer: as text, and as data. */
export interface SchemaRefusal {
  readonly reason: string;
  readonly found: readonly AnswerIssue[];
}

/**
 * What a schema returns for an answer, in any of its possible meanings; else why the answer does
 * not fit.
 */
export async function checkAnswer(
  schema: StandardSchema,
  value: unknown,
): Promise<{ readonly value: unknown } | SchemaRefusal> {
  const { values, told } = answerCandidates(value, schema);
  let refusal: SchemaRefusal = { reason: '', found: [] };
  for (const [index, candidate] of values.entries()) {
    const checked = await awaitHook(() => schema['~standard'].validate(candidate));
    if (checked.issues === undefined) return { value: checked.value };
    if (index !== told) continue;
    const found = answerIssues(checked.issues, candidate);
    refusal = { reason: renderFound(found, checked.issues.length), found };
  }
  return refusal;
}
