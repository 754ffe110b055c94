import { awaitHook } from '@rlm/repl-types/internal';
import type { StandardSchema } from '@rlm/kernel';
import { renderIssues } from '@rlm/kernel/late/internal';
import type { AnswerIssue } from '@rlm/repl-types';

import { answerCandidates } from './answer-candidates.js';
import { answerIssues, issueText } from './answer-issues.js';

/** Why a schema refuses an answer: for the model, and for people and programs. */
export interface SchemaRefusal {
  readonly issues: string;
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
  let refusal: SchemaRefusal = { issues: '', reason: '', found: [] };
  for (const [index, candidate] of values.entries()) {
    const checked = await awaitHook(() => schema['~standard'].validate(candidate));
    if (checked.issues === undefined) return { value: checked.value };
    if (index !== told) continue;
    const found = answerIssues(checked.issues, candidate);
    const reason = found.map((issue) => issueText(issue)).join('; ');
    refusal = { issues: renderIssues(checked.issues), reason, found };
  }
  return refusal;
}
