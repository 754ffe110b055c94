import { wholeLiteralSource } from './literal.js';

const wholeLiteral = new RegExp(`^${wholeLiteralSource()}$`);
const letters = 'ntrbfva0"\'\\';
const meanings = '\n\t\r\b\f\v\x07\0"\'\\';

function decodeEscape(whole: string, hex = '', letter = ''): string {
  const code = Number.parseInt(hex.slice(1), 16);
  if (code <= 0x10ffff) return String.fromCodePoint(code);
  const position = letters.indexOf(letter);
  return hex !== '' || position === -1 ? whole : letter && meanings.charAt(position);
}

/** The value of `text` if all of it is one string literal (`"a"`, `'''a'''`, `r"a"`); else null. */
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
