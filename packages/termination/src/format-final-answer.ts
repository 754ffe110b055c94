import { anyText, inlineJson, mendedCopy, prettyJson } from './repl-types.js';

/** The text of data, containers as JSON. */
function textOf(data: unknown, toJson: (value: unknown) => string | undefined): string {
  if (data === null || data === undefined) return '';
  return typeof data === 'object' ? (toJson(data) ?? '') : anyText(data);
}

/**
 * An answer as text (seed document 000). A string stays as it is; an object with `answer` gives the
 * text of that; another object is JSON, indented by two; the items of an array are joined by line
 * breaks, containers among them as JSON; null and undefined are an empty text; all else is `String`.
 *
 * It looks at each part of the answer once: what refers back to what holds it is `[Circular]`, what throws `[Unreadable]`.
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
