import { cutText } from '@rlm/repl-types';

/** Data of unknown shape: an event's, whoever wrote it. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object, as its log would have them; none of anything else. */
export function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) return {};
  const { toJSON } = value as { toJSON?: unknown };
  return (typeof toJSON === 'function' ? toJSON.call(value) : value) as Fields;
}

/** The objects of a list, as {@link fieldsOf} gives them. */
export const listOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];

/** A text, or what stands for it. */
export const textOf = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' ? value : otherwise;

/** A finite number; logs have null for one that is not. */
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** A record that takes any key: names and ids come from logs, and `__proto__` is one. */
export const emptyRecord = <Value>(): Record<string, Value> =>
  Object.create(null) as Record<string, Value>;

/** All of them together. */
export const sumOf = (numbers: readonly number[]): number =>
  numbers.reduce((all, each) => all + each, 0);

/** The finite numbers of an object, by name. */
export function numbersOf(value: unknown): Record<string, number> {
  const numbers = emptyRecord<number>();
  for (const [name, each] of Object.entries(fieldsOf(value))) {
    const number = numberOf(each);
    if (number !== undefined) numbers[name] = number;
  }
  return numbers;
}

/** The texts of an object, by name. */
export function textsOf(value: unknown): Record<string, string> {
  const texts = emptyRecord<string>();
  for (const [name, text] of Object.entries(fieldsOf(value))) texts[name] = textOf(text);
  return texts;
}

/** Data as text: a text itself, anything else as JSON. */
export function jsonText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** As long as a trajectory keeps an error's message. */
const maxErrorChars = 2_000;

/** What an error says: a thrown one, or its code and message in a log. */
export function errorText(error: unknown): string {
  const message =
    typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return cutText(jsonText(message), maxErrorChars).text;
}
