/** How much in bytes speaks for UTF-8, and how much against it. */
interface Utf8Signs {
  readonly right: number;
  readonly wrong: number;
  /** The first byte that is not UTF-8. */
  readonly first: number;
}

/**
 * Counts the characters of several bytes that are well-formed UTF-8, and the faults among the rest.
 *
 * - A longer character counts for more, and so does one of the Latin letters of U+0080 to U+017F: other pairs stand in Windows-1252 too,
 *   as in `“CAFÉ”`.
 * - A last character that is cut counts as a fault only if a letter of Windows-1252 may well end a text there.
 */
export function lookForUtf8(bytes: Uint8Array): Utf8Signs {
  let right = 0;
  let wrong = 0;
  let first = -1;
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      at += 1;
      continue;
    }
    const wanted = lengthOf(lead);
    const found = wellFormed(bytes, at, wanted);
    const isCut = wanted > found && at + found === bytes.length;
    if (found === wanted) right += wanted > 2 ? wanted : lead <= 0xc5 ? 2 : 1;
    else if (isCut && (found > 1 || lead <= 0xc3)) right += 1;
    else if (!isCutBefore(bytes, at)) wrong += 1;
    if (found < wanted && first < 0) first = at;
    at += Math.max(1, found);
  }
  return { right, wrong, first };
}

/** Whether a byte is the second or third that is left of a character before the beginning: they are one fault together. */
function isCutBefore(bytes: Uint8Array, at: number): boolean {
  return at > 0 && at < 3 && bytes.subarray(0, at + 1).every((byte) => (byte & 0xc0) === 0x80);
}

/** How many bytes a character has that begins so; of what begins none, more than there are. */
function lengthOf(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : Infinity;
}

/** How many bytes of a character are as they should be. */
function wellFormed(bytes: Uint8Array, at: number, wanted: number): number {
  if (wanted === Infinity) return 0;
  const lead = bytes[at] ?? 0;
  let length = 1;
  for (; length < wanted; length += 1) {
    const byte = bytes[at + length] ?? 0;
    // Overlong forms, surrogates and what is beyond U+10FFFF are no characters.
    const least = length > 1 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const most = length > 1 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    if (byte < least || byte > most) break;
  }
  return length;
}
