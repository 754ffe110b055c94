import {
  arrayPrototype,
  defineValue,
  each,
  getPrototypeOf,
  hasOwn,
  isArray,
  lookupGetter,
  objectPrototype,
  stringify,
  toText,
  typedArrayName,
} from './intrinsics.js';
import type { Brand } from './bridge.js';
import { brandOf } from './brand.js';
import { ownNames } from './own-names.js';

const deepest = 32;

/** How many characters the values that are still to come may take at least. */
let room = 0;
/** Whether the engine's own `JSON` might run code of a cell, or write something else than the properties. */
let isOdd = false;

/**
 * JSON text of plain data (null, truth values, finite numbers, texts, arrays, plain objects), at most `longest` characters;
 * undefined for all else. Runs no getter, no `toJSON` and no trap, and looks at no more than it writes.
 *
 * @param brand The value's, if it is an object and its brand is known.
 */
export function smallJson(value: unknown, longest: number, brand?: Brand): string | undefined {
  const text = writeSmall(value, longest, brand);
  return text !== undefined && text.length <= longest ? text : undefined;
}

/**
 * JSON text of plain data of any length; undefined for all else, and for what code of the cell would write (`toJSON`). A cheap test
 * of what leaves most often.
 */
export function plainJson(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return writeSmall(value, Infinity);
  begin(Infinity);
  if (!fitsObject(value, 1) || isOdd || hasPatchedPrototypes()) return undefined;
  return stringify(value);
}

function writeSmall(value: unknown, longest: number, brand?: Brand): string | undefined {
  switch (typeof value) {
    case 'number':
      return isFinite(value) ? toText(value) : undefined;
    case 'string':
      return value.length < longest ? stringify(value) : undefined;
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return writeObject(value, longest, brand);
    default:
      return undefined;
  }
}

function writeObject(value: object, longest: number, brand?: Brand): string | undefined {
  begin(longest);
  if (!fitsObject(value, 1, brand)) return undefined;
  return stringify(isOdd || hasPatchedPrototypes() ? copyOf(value) : value);
}

function begin(longest: number): void {
  room = longest;
  isOdd = false;
}

/** NaN and the infinities are not JSON. */
function isFinite(value: number): boolean {
  return value - value === 0;
}

/** Whether a value is plain data for which there may be room. No code of a cell runs until it is written. */
function fits(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case 'string':
      room -= value.length + 2;
      return room >= 0;
    case 'number':
      room -= value >= 100 ? 3 : 1;
      return isFinite(value) && room >= 0;
    case 'boolean':
      room -= 4;
      return room >= 0;
    case 'object':
      if (value !== null) return depth < deepest && fitsObject(value, depth + 1);
      room -= 4;
      return room >= 0;
    default:
      return false;
  }
}

function fitsObject(value: object, depth: number, brand: Brand = brandOf(value)): boolean {
  if (brand !== 'plain') {
    if (brand !== 'other' || typedArrayName(value) !== undefined) return false;
    isOdd = true;
  }
  if (hasOwn(value, 'toJSON')) isOdd = true;
  return isArray(value) ? fitsList(value, depth) : fitsRecord(value, depth);
}

function fitsList(list: readonly unknown[], depth: number): boolean {
  const count = list.length;
  // Brackets and commas, and a character each at least.
  room -= count + 1;
  if (room < count) return false;
  if (getPrototypeOf(list) !== arrayPrototype) isOdd = true;
  const names = ownNames(list);
  // Indices come first and rise: if the last name is the highest index, none is missing, and there are no other names.
  if (names.length !== count || (count > 0 && names[count - 1] !== toText(count - 1))) return false;
  for (let index = 0; index < count; index++) {
    if (lookupGetter(list, index) !== undefined) return false;
    const item = list[index];
    if (typeof item === 'number' && item - item === 0) {
      room -= item >= 100 ? 3 : 1;
      if (room < 0) return false;
    } else if (!fits(item, depth)) return false;
  }
  return true;
}

function fitsRecord(value: object, depth: number): boolean {
  const prototype: unknown = getPrototypeOf(value);
  if (prototype !== objectPrototype) {
    if (prototype !== null) return false;
    // Texts that are written as they are (`JSON.rawJSON`) are such objects too.
    isOdd = true;
  }
  const names = ownNames(value);
  const count = names.length;
  // Braces, quotes, colons and commas, and a character each at least.
  room -= 4 * count + 1;
  if (room < count) return false;
  for (let index = 0; index < count; index++) {
    const name = names[index] ?? '';
    room -= name.length;
    if (lookupGetter(value, name) !== undefined) return false;
    if (!fits((value as Record<string, unknown>)[name], depth)) return false;
  }
  return true;
}

/** Whether a cell may have given arrays or objects a `toJSON`. */
function hasPatchedPrototypes(): boolean {
  return (
    hasOwn(objectPrototype, 'toJSON') ||
    hasOwn(arrayPrototype, 'toJSON') ||
    getPrototypeOf(arrayPrototype) !== objectPrototype ||
    getPrototypeOf(objectPrototype) !== null
  );
}

/** A copy of what fits, without what a cell can have given to it. */
function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy: object = isArray(value) ? [] : {};
  defineValue(copy, 'toJSON', undefined, false);
  each(ownNames(value), (name) => {
    defineValue(copy, name, copyOf((value as Record<string, unknown>)[name]));
  });
  return copy;
}
