import { inlineJson, prettyJson } from './repl-types.js';

/** The text of a value, containers as JSON; without its quotes where that is mere text (a date). */
function textOf(value: unknown, toJson: (value: unknown) => string | undefined): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object' || value instanceof Error) {
    const scalar = value as Error | number;
    return String(scalar);
  }
  const json = toJson(value) ?? '';
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

/**
 * An answer as text (seed document 000). A string stays as it is; an object with `answer` gives the
 * text of that; another object is JSON, indented by two; the items of an array are joined by line
 * breaks, containers among them as JSON; null and undefined are an empty text; all else is `String`.
 */
export function formatFinalAnswer(answer: unknown): string {
  const plain: unknown =
    answer instanceof Map
      ? Object.fromEntries<unknown>(answer)
      : answer instanceof Set
        ? Array.from<unknown>(answer)
        : answer;
  if (Array.isArray(plain) && plain.length > 0) {
    return plain.map((item) => textOf(item, inlineJson)).join('\n');
  }
  return Object.hasOwn(Object(plain) as object, 'answer')
    ? textOf((plain as { answer: unknown }).answer, inlineJson)
    : textOf(plain, prettyJson);
}
