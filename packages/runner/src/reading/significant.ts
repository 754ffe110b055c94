/**
 * What of a character counts in a comparison: letters of ASCII as small ones, digits, and all that is not ASCII as it is; 0 for
 * the rest (blanks, line breaks, quotes, punctuation), which a dump of data, a wrapped line or an escape writes in another way.
 */
const folded: Uint8Array = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) => {
  const text = String.fromCharCode(code);
  return /[a-z0-9]/i.test(text) ? text.toLowerCase().charCodeAt(0) : 0;
});

/** The significant form of a UTF-16 code unit, or 0 where it has none. */
export function foldUnit(unit: number): number {
  return unit < 128 ? (folded[unit] ?? 0) : unit;
}
