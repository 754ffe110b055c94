const escaped = 'ntrbfva0';
const meant = '\n\t\r\b\f\v\x07\0';

function decodeEscape(whole: string, what: string): string {
  if (what.endsWith('\n')) return '';
  const position = escaped.indexOf(what);
  if (position !== -1) return meant.charAt(position);
  if (/["'\\]/.test(what)) return what;
  const code = Number.parseInt(what.replace(/[xuU{}]/g, ''), 16);
  return what.length > 1 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

/** The delimiter of the string literal that starts at `at`, or an empty text. */
export function delimiterAt(text: string, at: number): string {
  const quote = text.charAt(at);
  if (quote !== '"' && quote !== "'") return '';
  return text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
}

/**
 * The index after the string literal that starts at `at`, or -1 when it is not closed.
 *
 * @param delimiter Its quote, or its three quotes.
 * @param oneLine Whether a line break leaves it unclosed.
 */
export function endOfLiteral(text: string, at: number, delimiter: string, oneLine = false): number {
  const quote = delimiter.charCodeAt(0);
  for (let index = at + delimiter.length; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 92) index++;
    else if (unit === 10 && oneLine) return -1;
    else if (unit === quote && text.startsWith(delimiter, index)) {
      let end = index + delimiter.length;
      // """He said "yes"""" ends with the last three of its four quotes.
      while (delimiter.length === 3 && text.charCodeAt(end) === quote) end++;
      return end;
    }
  }
  return -1;
}

/** The value of `text` when the whole of it is one string literal (`"a"`, `'''a'''`, `r"a"`). */
export function decodeLiteral(text: string): string | null {
  const prefix = /^[rRuU]?/.exec(text)?.[0] ?? '';
  const delimiter = delimiterAt(text, prefix.length);
  if (delimiter === '') return null;
  const body = text.slice(prefix.length + delimiter.length, -delimiter.length);
  if (endOfLiteral(text, prefix.length, delimiter) !== text.length) {
    // 'it's done': apostrophes within words do not end it.
    const quoted = delimiter === "'" && text.length > 1 && text.endsWith("'");
    return quoted && !/(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])/u.test(body) ? body : null;
  }
  if (prefix.toLowerCase() === 'r') return body;
  return body.replace(
    /\\(x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|u\{[\da-fA-F]{1,6}\}|\r\n|[^])/g,
    decodeEscape,
  );
}
