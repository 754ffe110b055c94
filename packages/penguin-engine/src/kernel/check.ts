import { InvalidOptionError } from './errors.js';

/** A count: a whole number, not below `least`; undefined passes. */
export function checkCount(option: string, value: unknown, least = 0): void {
  if (value === undefined || value === Infinity) return;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least) {
    throw new InvalidOptionError(option, `a whole number not below ${least}`, value);
  }
}

/** An amount or a duration: a number not below `least`; undefined passes. */
export function checkAmount(option: string, value: unknown, least = 0): void {
  if (value === undefined) return;
  if (typeof value !== 'number' || Number.isNaN(value) || value < least) {
    throw new InvalidOptionError(option, `a number not below ${least}`, value);
  }
}

/** A function; undefined passes. */
export function checkFunction(option: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function') {
    throw new InvalidOptionError(option, 'a function', value);
  }
}

/** An object that has these methods; undefined passes. */
export function checkMethods(option: string, value: unknown, methods: readonly string[]): void {
  if (value === undefined) return;
  const has = (method: string): boolean =>
    typeof (value as Record<string, unknown> | null)?.[method] === 'function';
  if (!methods.every(has)) {
    throw new InvalidOptionError(option, `an object with ${methods.join('() and ')}()`, value);
  }
}
