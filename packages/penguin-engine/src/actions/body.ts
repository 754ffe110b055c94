import type { ActionProfile } from './types.js';

/**
 * What Python's `str.strip` removes; JavaScript's `trim` differs (U+0085, U+001C to U+001F,
 * U+FEFF).
 */
const pythonBlank =
  '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const blankOnly = new RegExp(`^[${pythonBlank}]*$`);
const blankUnit = new RegExp(`[${pythonBlank}]`);
const reference = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|copy|reg|nbsp|apos));?/g;
const namedReferences: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  copy: '\u00a9',
  reg: '\u00ae',
  nbsp: '\u00a0',
};

/** The parameters that a body represents. */
export function readBody(body: string, profile: ActionProfile): string {
  switch (profile) {
    case 'strict':
      return blankOnly.test(body)
        ? ''
        : body.replace(/^(?:\r\n|\n|\r)/, '').replace(/(?:\r\n|\n|\r)$/, '');
    case 'compat':
      return decodeReferences(stripBlanks(body));
  }
}

/** Removes what Python's `str.strip` removes. */
export function stripBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && blankUnit.test(text.charAt(start))) start += 1;
  while (end > start && blankUnit.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function decodeReferences(text: string): string {
  return text.replace(
    reference,
    (whole: string, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return namedReferences[name] ?? whole;
      const point = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : parseInt(decimal, 10);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}
