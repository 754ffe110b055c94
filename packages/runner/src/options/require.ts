import { RlmOptionsError } from '../errors.js';

/** Throws unless `value` has the method. */
export function requireMethod(
  option: string,
  value: unknown,
  method: string,
  expected: string,
): void {
  const found =
    typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)[method]
      : undefined;
  if (typeof found !== 'function') throw new RlmOptionsError(option, expected, value);
}

/** Throws unless `value` is absent or an integer of at least `least`. */
export function requireCount(option: string, value: number | undefined, least: number): void {
  if (value !== undefined && (!Number.isSafeInteger(value) || value < least)) {
    throw new RlmOptionsError(option, `an integer of at least ${String(least)}`, value);
  }
}

/** Throws unless `value` is a number of at least 0. */
export function requireAmount(option: string, value: unknown): void {
  if (typeof value !== 'number' || Number.isNaN(value) || value < 0) {
    throw new RlmOptionsError(option, 'a number of at least 0', value);
  }
}
