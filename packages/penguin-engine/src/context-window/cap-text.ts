/**
 * A text of at most about `maxChars` UTF-16 units: the head and the tail of a longer one, and a note that
 * says how much was left out. Never cuts a surrogate pair.
 */
export function capText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const headEnd = atBoundary(text, Math.ceil(maxChars / 2));
  const tailStart = atBoundary(text, text.length - Math.floor(maxChars / 2));
  const left = tailStart - headEnd;
  return `${text.slice(0, headEnd)}\n... (${left} characters left out) ...\n${text.slice(tailStart)}`;
}

function atBoundary(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff && index > 0 ? index - 1 : index;
}
