/**
 * A number as policies read it from metrics and metadata: a number, true and false as 1 and 0, or a
 * text that spells one. Anything else, NaN and infinities too, counts as not given.
 */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'string' ? value.trim() === '' : !/^(number|boolean)$/.test(typeof value))
    return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}
