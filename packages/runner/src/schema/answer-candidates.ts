import type { StandardSchema } from '@rlm/kernel';
import { jsonSchemaOf } from '@rlm/kernel/internal';
import { createBoundedWork } from '@rlm/repl-types/internal';

import { readJson } from './read-json.js';

/** What an answer may mean, most likely first. */
export interface AnswerCandidates {
  readonly values: readonly unknown[];
  /** The index of the candidate whose issues the model gets: the value, or the JSON of a text. */
  readonly told: number;
}

/**
 * Returns the value itself, the JSON of a text, and what the field `answer` of a SUBMIT may mean:
 * itself if it is the only field, or values given by position, for the schema's fields that were
 * not given by name, in their order.
 */
export async function answerCandidates(
  value: unknown,
  schema: StandardSchema,
): Promise<AnswerCandidates> {
  const json = typeof value === 'string' ? await readJson(value, createBoundedWork()) : undefined;
  const parsed = json === undefined ? [] : [json.value];
  return { values: [value, ...parsed, ...byPosition(value, schema)], told: parsed.length };
}

function byPosition(value: unknown, schema: StandardSchema): readonly unknown[] {
  if (typeof value !== 'object' || value === null || !('answer' in value)) return [];
  const { answer, ...named } = value;
  const sole = Object.keys(named).length === 0 ? [answer] : [];
  return [...sole, ...placed(answer, named, schema)];
}

function placed(answer: unknown, named: object, schema: StandardSchema): readonly object[] {
  const properties = jsonSchemaOf(schema)?.['properties'];
  if (typeof properties !== 'object' || properties === null) return [];
  const names = Object.keys(properties).filter((name) => !Object.hasOwn(named, name));
  const lists: readonly (readonly unknown[])[] = [
    [answer],
    ...(Array.isArray(answer) ? [answer as readonly unknown[]] : []),
  ];
  return lists
    .filter((values) => values.length <= names.length)
    .map((values) => ({
      ...Object.fromEntries(values.map((item, index) => [names[index] ?? '', item])),
      ...named,
    }));
}
