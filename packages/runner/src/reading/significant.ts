/**
 * The form of an ASCII character that counts in a comparison: letters in lower case, and digits. It
 * is 0 for the rest (blanks, line breaks, quotes, punctuation), which a dump of data, a wrapped
 * line or an escape may write differently.
 */
const folded: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  const text = String.fromCharCode(code);
  return /[a-z0-9]/i.test(text) ? text.toLowerCase().charCodeAt(0) : 0;
});

/**
 * The significant form of a UTF-16 code unit, or 0 if it has none. Beyond ASCII every unit counts
 * as it is.
 */
export function foldUnit(unit: number): number {
  return unit < 128 ? (folded[unit] ?? 0) : unit;
}
