/**
 * The source of a regular expression for a string literal of Python (and of JavaScript, but for
 * template strings). Groups: its quote, then what is between three quotes, or between single ones.
 * `"""He said "yes""""` ends with the last three of its four quotes.
 *
 * @param character What may stand between single quotes, beside escapes; by default anything on the
 *   line.
 */
export function literalSource(character = '[^\\\\\\n]'): string {
  return `(["'])(?:\\1\\1((?:\\\\[^]|(?!\\1{3})[^\\\\])*?\\1*?)\\1{3}(?!\\1)|(?!\\1\\1)((?:\\\\[^]|(?!\\1)${character})*?)\\1)`;
}

/** The source for a literal that is a whole argument: with a prefix, and over several lines too. */
export function wholeLiteralSource(): string {
  return `[rRuU]?${literalSource('[^\\\\]')}`;
}
