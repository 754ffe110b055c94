import { inlineJson, prettyJson } from '@rlm/repl-types';

/** The text of a value within an answer: strings as they are, containers as JSON on one line. */
function itemText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return textOf(inlineJson(value), value);
  const scalar = value as number | boolean | bigint | symbol;
  return String(scalar);
}

/** JSON text; without its quotes where it is a mere string (a date). */
function textOf(json: string | undefined, value: object): string {
  if (value instanceof Error) return String(value);
  if (json === undefined) return '';
  return json.startsWith('"') ? String(JSON.parse(json)) : json;
}

/**
 * An answer as text (seed document 000). A string stays as it is; an object with `answer` gives the
 * text of that; another object is JSON, indented by two; the items of an array are joined by line
 * breaks, containers among them as JSON; null and undefined are an empty text; all else is `String`.
 */
export function formatFinalAnswer(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return itemText(answer);
  const plain = answer instanceof Set ? [...(answer as Set<unknown>)] : answer;
  if (Array.isArray(plain)) return plain.length === 0 ? '[]' : plain.map(itemText).join('\n');
  if (plain instanceof Map) {
    return plain.has('answer') ? itemText(plain.get('answer')) : (prettyJson(plain) ?? '');
  }
  if (Object.hasOwn(plain, 'answer')) return itemText((plain as { answer: unknown }).answer);
  return textOf(prettyJson(plain), plain);
}
