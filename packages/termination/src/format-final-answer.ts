import { anyText, inlineJson, mendedCopy, prettyJson } from '@rlm/repl-types/internal';

/** The text of data, with containers as JSON. */
function textOf(data: unknown, toJson: (value: unknown) => string | undefined): string {
  if (data === null || data === undefined) return '';
  return typeof data === 'object' ? (toJson(data) ?? '') : anyText(data);
}

/**
 * Formats an answer as text:
 *
 * - A string stays as it is; null and undefined become an empty text
 * - An object with `answer` becomes the text of that field; another object becomes JSON, indented by two
 * - The items of an array are joined by line breaks; containers among them become JSON
 * - Anything else becomes `String(value)`
 *
 * Each part of the answer is read once. A circular reference becomes `[Circular]`, a part that throws `[Unreadable]`.
 *
 * @throws `RlmError` with code `invalid_argument` for an answer that is too deep or too large to be written
 */
export function formatFinalAnswer(answer: unknown): string {
  if (typeof answer === 'function') return anyText(answer);
  const data = mendedCopy(answer);
  if (typeof data !== 'object' || data === null) return textOf(data, prettyJson);
  if (Array.isArray(data) && data.length > 0) {
    return data.map((item) => textOf(item, inlineJson)).join('\n');
  }
  return Object.hasOwn(data, 'answer')
    ? textOf((data as { readonly answer: unknown }).answer, inlineJson)
    : textOf(data, prettyJson);
}
