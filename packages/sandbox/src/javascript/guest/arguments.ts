import { inspect, typeNameOf } from './inspect.js';
import { GuestTypeError, isArray, isSafeInteger, toText } from './intrinsics.js';

/** A whole number from `least`; `name` appears in the error otherwise. */
export function wholeNumber(name: string, value: unknown, least: number): number {
  if (typeof value === 'number' && isSafeInteger(value) && value >= least) return value;
  throw new GuestTypeError(
    name + ' must be a whole number from ' + toText(least) + ', got ' + inspect(value, 60).text,
  );
}

/** The text that a helper takes. */
export function textFor(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  const isData = typeof value === 'object' && value !== null;
  const mend = isData
    ? ': give one of its texts, as in ' + name + '(value[' + (isArray(value) ? '0' : 'key') + '])'
    : '';
  throw new GuestTypeError(name + ' takes a text, got ' + typeNameOf(value) + mend);
}
