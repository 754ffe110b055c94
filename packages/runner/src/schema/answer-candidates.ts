import { jsonSchemaOf, type StandardSchema } from '@rlm/penguin-engine';

import { readJson } from './read-json.js';

/** What an answer may stand for, most likely first. */
export interface AnswerCandidates {
  readonly values: readonly unknown[];
  /** The candidate whose issues the model is told: the value, or the JSON of a text. */
  readonly told: number;
}

/**
 * The value itself, the JSON of a text, and what the sole field `answer` of a SUBMIT stands for: itself, or values that were
 * given by position, for the schema's fields in their order.
 */
export function answerCandidates(value: unknown, schema: StandardSchema): AnswerCandidates {
  const json = typeof value === 'string' ? readJson(value) : undefined;
  const parsed = json === undefined ? [] : [json.value];
  const sole = soleAnswer(value);
  const byPosition = sole === undefined ? [] : [sole.answer, ...placed(sole.answer, schema)];
  return { values: [value, ...parsed, ...byPosition], told: parsed.length };
}

function soleAnswer(value: unknown): { readonly answer: unknown } | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const [first, ...others] = Object.entries(value);
  return first?.[0] === 'answer' && others.length === 0 ? { answer: first[1] } : undefined;
}

function placed(answer: unknown, schema: StandardSchema): readonly object[] {
  const properties = jsonSchemaOf(schema)?.['properties'];
  if (typeof properties !== 'object' || properties === null) return [];
  const names = Object.keys(properties);
  const lists: readonly (readonly unknown[])[] = [
    [answer],
    ...(Array.isArray(answer) ? [answer as readonly unknown[]] : []),
  ];
  return lists
    .filter((values) => values.length <= names.length)
    .map((values) => Object.fromEntries(values.map((item, index) => [names[index] ?? '', item])));
}
