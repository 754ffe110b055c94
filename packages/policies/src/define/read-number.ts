/**
 * A number as policies read it from metrics and metadata: a number, true and false as 1 and 0, or a
 * text that spells one. Anything else, NaN and infinities too, counts as not given.
 */
export function readNumber(value: unknown): number | undefined {
  const readable =
    /^(number|boolean)$/.test(typeof value) || (typeof value === 'string' && value.trim());
  const number = Number(value);
  return readable && Number.isFinite(number) ? number : undefined;
}
