/** A text on one line, whatever it contains: a second line could begin like another notice. */
export function onOneLine(text: string): string {
  return text.replace(/[\n\r\v\f\u0085\u2028\u2029]+/g, ' ');
}
