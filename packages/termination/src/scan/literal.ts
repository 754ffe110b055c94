/**
 * The source of a regular expression for a string literal of Python (and of JavaScript, except template strings).
 * Groups: its quote, then the text between three quotes, or between single ones. `"""He said "yes""""` ends with the
 * last three of its four quotes.
 *
 * @param character What may appear between single quotes, apart from escapes; by default anything on the line.
 */
export function literalSource(character = '[^\\\\\\n]'): string {
  return `(["'])(?:\\1\\1((?:\\\\[^]|(?!\\1{3})[^\\\\])*?\\1*?)\\1{3}(?!\\1)|(?!\\1\\1)((?:\\\\[^]|(?!\\1)${character})*?)\\1)`;
}

/** The source for a literal that is a whole argument: it may have a prefix, and span several lines. */
export function wholeLiteralSource(): string {
  return `[rRuU]?${literalSource('[^\\\\]')}`;
}
