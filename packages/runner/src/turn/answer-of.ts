import { isRecord, mendedCopy, prettyJson } from '@rlm/repl-types/internal';
import { formatFinalAnswer } from '@rlm/termination/internal';

import type { AnswerSource } from '../result.js';
import type { RlmAnswer } from './answer.js';

/** The answer that a value is. Its text is `formatFinalAnswer(value)`, but for an object whose `answer` is blank and that says more: the JSON of all. */
export function answerOf(value: unknown, source: AnswerSource): RlmAnswer {
  const { answer, others } = partsOf(value);
  const saysMore = others.length > 0 && isBlank(answer);
  return { text: saysMore ? (prettyJson(value) ?? '') : formatFinalAnswer(value), value, source };
}

/** The fields of an answer that its text leaves out: those beside `answer`. */
export function fieldsLeftOut(value: unknown): readonly string[] {
  const { answer, others } = partsOf(value);
  return isBlank(answer) ? [] : others;
}

/** Whether a value answers nothing: null, undefined, NaN, or an object that has such an `answer` alone. */
export function answersNothing(value: unknown): boolean {
  const { answer, others } = partsOf(value);
  return others.length === 0 && (answer === null || answer === undefined || Number.isNaN(answer));
}

/** What an answer's text is made from, and the names of the fields beside it. */
function partsOf(value: unknown): { readonly answer: unknown; readonly others: readonly string[] } {
  const data = isRecord(value) ? mendedCopy(value) : value;
  if (!isRecord(data) || !Object.hasOwn(data, 'answer')) return { answer: value, others: [] };
  const { answer, ...others } = data;
  return { answer, others: Object.keys(others) };
}

function isBlank(answer: unknown): boolean {
  return (
    answer === null || answer === undefined || (typeof answer === 'string' && answer.trim() === '')
  );
}
