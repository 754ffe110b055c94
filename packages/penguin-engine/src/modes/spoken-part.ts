/**
 * The part of a text that may hold the mark of an action: of JSON its keys and strings, of any other text all of it.
 * The brackets of JSON are not those of a tag: `{ "refunded": 42 }` is no mark of the tool `refund`. Strings are taken
 * as they are written, so that no key is lost that occurs twice. Linear.
 */
export function spokenPart(text: string): string {
  try {
    JSON.parse(text);
    // The search throws for a string with millions of escapes.
    return text.match(/"[^"\\]*(?:\\.[^"\\]*)*"/g)?.join('\n') ?? '';
  } catch {
    return text;
  }
}
