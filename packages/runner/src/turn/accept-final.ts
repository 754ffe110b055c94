import { cutText, type RefusedAnswer } from '@rlm/repl-types';
import { detach } from '@rlm/repl-types/internal';

import type { AnswerSource } from '../result.js';
import type { Notice } from '../run/notice.js';
import type { RlmPlan } from '../run/rlm-plan.js';
import { checkAnswer } from '../schema/check-answer.js';
import type { Acceptance, AcceptanceState } from './answer.js';
import { answerOf, answersNothing } from './answer-of.js';

/** Accepts an answer, unless it answers nothing, or the run has conditions or a schema that it does not meet. */
export async function acceptFinal(
  value: unknown,
  source: AnswerSource,
  plan: RlmPlan,
  state: AcceptanceState,
): Promise<Acceptance> {
  const { minSteps = 0, requireExecution = false, rejectEmptyFinal = false } = plan.options;
  const { text } = answerOf(value, source);
  const refuse = (message: string): Acceptance => {
    const notice = { code: 'final_refused', message } as const;
    return { answer: null, notices: [refusing(notice, text)] };
  };
  if (state.step < minSteps) {
    return refuse(
      `An answer is accepted from turn ${String(minSteps)} on; this is turn ${String(state.step)}. Check it first.`,
    );
  }
  if (requireExecution && !state.executed) {
    return refuse('An answer is accepted only after code has run: look into the data first.');
  }
  if (rejectEmptyFinal && text.trim() === '') return refuse('The answer is empty.');
  if (plan.schema === undefined) {
    return answersNothing(value)
      ? refuse(nothingAnswered)
      : { answer: answerOf(value, source), notices: [] };
  }
  const checked = await checkAnswer(plan.schema, value);
  if ('reason' in checked) {
    const { reason, found } = checked;
    const message = `The answer does not have the shape that was asked for: ${reason}. Mend it and finish again. ${notInData}`;
    const notice = { code: 'schema_mismatch', message } as const;
    return { answer: null, notices: [refusing(notice, text, { reason, issues: found })] };
  }
  return { answer: answerOf(checked.value, source), notices: [] };
}

const nothingAnswered =
  'The answer is empty (null, None, undefined or NaN). Give a text, a number or data; if the data does not say, say that in words.';

/** The way out for a model whose data has no value that the shape asks for. */
const notInData =
  'If the data has no such value, do not invent one: give null or leave the field out if the shape allows it, else say in one line of text which value the data does not have, and finish with what you have.';

/** Characters of a refused answer that are kept. */
const keptAnswerChars = 1_000;

/** A notice that refuses an answer, with a record of it for the run's result and events. */
export function refusing(
  { code, message }: Notice,
  text: string,
  why: Pick<RefusedAnswer, 'reason' | 'issues'> = { reason: message, issues: [] },
): Notice {
  const answer = detach(cutText(text, keptAnswerChars).text);
  return { code, message, refused: Object.freeze({ answer, code, ...why }) };
}
