import { awaitHook } from '@rlm/repl-types/internal';
import type { StandardSchema } from '@rlm/kernel';
import { renderIssues } from '@rlm/kernel/late/internal';

import { answerCandidates } from './answer-candidates.js';

/** What a schema makes of an answer, by what it may stand for; else why it does not fit. */
export async function checkAnswer(
  schema: StandardSchema,
  value: unknown,
): Promise<{ readonly value: unknown } | { readonly issues: string }> {
  const { values, told } = answerCandidates(value, schema);
  let issues = '';
  for (const [index, candidate] of values.entries()) {
    const checked = await awaitHook(() => schema['~standard'].validate(candidate));
    if (checked.issues === undefined) return { value: checked.value };
    if (index === told) issues = renderIssues(checked.issues);
  }
  return { issues };
}
