import { brandOf } from './bridge.js';
import type { Work } from './inspect.js';
import {
  getPrototypeOf,
  hasOwn,
  isArray,
  keys,
  lookupGetter,
  objectPrototype,
  stringify,
  toText,
} from './intrinsics.js';

const deepestSmall = 32;

/**
 * JSON text of plain data (null, truth values, finite numbers, texts, arrays, plain objects), at most `room` characters; undefined
 * for all else. Runs no getter, no `toJSON` and no trap.
 */
export function smallJson(value: unknown, room: number, work: Work, depth = 0): string | undefined {
  if (typeof value === 'string' && value.length > room) return undefined;
  const text = scalarJson(value) ?? smallParts(value, room, work, depth);
  return text !== undefined && text.length <= room ? text : undefined;
}

function smallParts(value: unknown, room: number, work: Work, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null || brandOf(value) !== 'plain') return undefined;
  const isList = isArray(value);
  // An item takes two characters at least.
  if (depth >= deepestSmall || work.left < 0 || (isList && value.length * 2 > room))
    return undefined;
  const prototype: unknown = getPrototypeOf(value);
  if (!isList && prototype !== null && prototype !== objectPrototype) return undefined;
  const names = isList ? undefined : keys(value);
  const count = names === undefined ? (value as readonly unknown[]).length : names.length;
  work.left -= count;
  let text = '';
  for (let index = 0; index < count; index++) {
    const name = names === undefined ? index : (names[index] ?? '');
    if (!hasOwn(value, name) || lookupGetter(value, name) !== undefined) return undefined;
    const before = names === undefined ? '' : stringify(name) + ':';
    const left = room - text.length - before.length;
    const part = smallJson(
      (value as Record<string | number, unknown>)[name],
      left,
      work,
      depth + 1,
    );
    if (part === undefined) return undefined;
    text += (index > 0 ? ',' : '') + before + part;
  }
  return isList ? '[' + text + ']' : '{' + text + '}';
}

/** JSON text of null, a truth value, a finite number or a text; undefined for anything else. */
function scalarJson(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return stringify(value);
    case 'number':
      return value - value === 0 ? toText(value) : undefined;
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return value === null ? 'null' : undefined;
  }
}
