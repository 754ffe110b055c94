function decodeEscape(whole: string, what: string): string {
  const position = 'ntrbfva0'.indexOf(what);
  if (position !== -1) return '\n\t\r\b\f\v\x07\0'.charAt(position);
  if (/["'\\]/.test(what)) return what;
  const code = Number.parseInt(what.slice(1), 16);
  return what.endsWith('\n') ? '' : code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

/** The delimiter of the string literal that starts at `at`, or an empty text. */
export function delimiterAt(text: string, at: number): string {
  const quote = text.charAt(at);
  if (quote !== '"' && quote !== "'") return '';
  return text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
}

/**
 * The index after the string literal that starts at `at`, or -1 when there is none or it is not closed.
 *
 * @param delimiter Its quote, or its three quotes.
 * @param oneLine Whether a line break leaves it unclosed.
 */
export function endOfLiteral(
  text: string,
  at: number,
  delimiter: string = delimiterAt(text, at),
  oneLine = false,
): number {
  const quote = delimiter.charAt(0);
  for (let index = at + delimiter.length; quote !== '' && index < text.length; index++) {
    const character = text.charAt(index);
    if (character === '\\') index++;
    else if (character === '\n' && oneLine) return -1;
    else if (character === quote && text.startsWith(delimiter, index)) {
      index += delimiter.length;
      // """He said "yes"""" ends with the last three of its four quotes.
      while (delimiter.length === 3 && text.charAt(index) === quote) index++;
      return index;
    }
  }
  return -1;
}

/** The value of `text` when the whole of it is one string literal (`"a"`, `'''a'''`, `r"a"`). */
export function decodeLiteral(text: string): string | null {
  const prefix = /^[rRuU]?/.exec(text)?.[0] ?? '';
  const { length } = prefix;
  const delimiter = delimiterAt(text, length);
  const body = text.slice(length + delimiter.length, text.length - delimiter.length);
  if (endOfLiteral(text, length, delimiter) !== text.length) {
    // 'it's done': apostrophes within words do not end it.
    return /^'.+'$/s.test(text) && !/(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])/u.test(body)
      ? body
      : null;
  }
  return /r/i.test(prefix)
    ? body
    : body.replace(/\\(x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|\r\n|[^])/g, decodeEscape);
}
