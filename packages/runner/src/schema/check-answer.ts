import type { StandardSchema } from '@rlm/kernel';
import type { AnswerIssue } from '@rlm/repl-types';

import { answerCandidates } from './answer-candidates.js';
import { answerIssues, renderFound } from './answer-issues.js';
import { validateEach } from './validate-each.js';

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
  const { values, told } = await answerCandidates(value, schema);
  let refusal: SchemaRefusal = { reason: '', found: [] };
  let index = 0;
  for await (const { value: candidate, checked } of validateEach(schema, values)) {
    if (checked.issues === undefined) return { value: checked.value };
    if (index++ !== told) continue;
    const found = answerIssues(checked.issues, candidate);
    refusal = { reason: renderFound(found, checked.issues.length), found };
  }
  return refusal;
}
