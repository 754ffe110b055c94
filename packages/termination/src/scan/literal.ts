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

const wholeLiteral = /* @__PURE__ */ new RegExp(`^${/* @__PURE__ */ wholeLiteralSource()}$`);
const letters = 'ntrbfva0"\'\\';
const meanings = '\n\t\r\b\f\v\x07\0"\'\\';

function decodeEscape(whole: string, hex = '', letter = ''): string {
  const code = Number.parseInt(hex.slice(1), 16);
  if (code <= 0x10ffff) return String.fromCodePoint(code);
  const position = letters.indexOf(letter);
  return hex !== '' || position === -1 ? whole : letter && meanings.charAt(position);
}

/** The value of `text` when the whole of it is one string literal (`"a"`, `'''a'''`, `r"a"`). */
export function decodeLiteral(text: string): string | null {
  const match = wholeLiteral.exec(text);
  if (match === null) {
    // 'it's done': apostrophes within words do not end it.
    const body = /^'(.+)'$/s.exec(text)?.[1];
    return body === undefined || /(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])/u.test(body) ? null : body;
  }
  const body = match[2] ?? match[3] ?? '';
  return /^r/i.test(text)
    ? body
    : body.replace(
        /\\(?:(x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8})|\r?\n|([^]))/g,
        decodeEscape,
      );
}
