/**
 * Reads a number from metrics or metadata: a number, true and false as 1 and 0, or a text that spells one. Objects,
 * null, an empty text, NaN and infinities count as absent.
 */
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'object' || value === '' ? NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}
