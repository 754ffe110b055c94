import {
  GuestTypeError,
  defineValue,
  each,
  isArray,
  isSafeInteger,
  mapEntries,
  setValues,
  stringify,
  toNumber,
  toText,
} from './intrinsics.js';
import { brandOf } from './brand.js';

/**
 * Writes a guest's value as JSON text: a Map as an object, a Set as an array, a BigInt as a number if it is safe and as
 * text if not. Throws a TypeError for values that are not data.
 */
export function toJson(value: unknown, what: string): string {
  requireData(value, what);
  if (typeof value === 'string' || typeof value === 'number') return stringify(value);
  const text = stringify(value, replace) as string | undefined;
  if (text === undefined) throw new GuestTypeError(what + ' is no data');
  return text;
}

function requireData(value: unknown, what: string): void {
  if (typeof value === 'function') {
    throw new GuestTypeError(what + ' is a function, not data');
  }
  if (value === undefined || typeof value === 'symbol') {
    throw new GuestTypeError(what + ' is ' + typeof value + ', not data');
  }
  if (typeof value === 'object' && value !== null && brandOf(value) === 'promise') {
    throw new GuestTypeError(what + ' is a promise: write "await" before it');
  }
}

function replace(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = toNumber(value);
    return isSafeInteger(number) ? number : toText(value);
  }
  if (typeof value !== 'object' || value === null || isArray(value)) return value;
  switch (brandOf(value)) {
    case 'map': {
      const object: Record<string, unknown> = {};
      each(mapEntries(value as Map<unknown, unknown>), (entry) => {
        defineValue(object, toText(entry[0]), entry[1]);
      });
      return object;
    }
    case 'set':
      return setValues(value as Set<unknown>);
    case 'promise':
      throw new GuestTypeError('a promise is no data: await it');
    default:
      return value;
  }
}
