import {
  defineValue,
  each,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  isArray,
  objectPrototype,
  stringify,
} from './intrinsics.js';
import { brandOf } from './brand.js';
import { ownNames } from './own-names.js';

const deepest = 32;

/**
 * JSON text of plain data (null, truth values, finite numbers, texts, arrays, plain objects), at most `longest` characters;
 * undefined for all else. Runs no getter, no `toJSON` and no trap, and looks at no more than it writes.
 */
export function smallJson(value: unknown, longest: number): string | undefined {
  const state = { left: longest };
  const copy = copyOf(value, 0, state);
  if (copy === undefined) return undefined;
  const text = stringify(copy.value);
  return text.length <= longest ? text : undefined;
}

/** A copy without prototype or accessor, as long as there is room. */
function copyOf(
  value: unknown,
  depth: number,
  state: { left: number },
): { value: unknown } | undefined {
  state.left -= 1;
  if (state.left < 0) return undefined;
  switch (typeof value) {
    case 'string':
      state.left -= value.length;
      return state.left < 0 ? undefined : { value };
    case 'number':
      // NaN and the infinities are not JSON.
      return value - value === 0 ? { value } : undefined;
    case 'boolean':
      return { value };
    case 'object':
      return value === null || depth >= deepest
        ? copyOfNull(value)
        : copyOfObject(value, depth, state);
    default:
      return undefined;
  }
}

function copyOfNull(value: unknown): { value: null } | undefined {
  return value === null ? { value } : undefined;
}

function copyOfObject(
  value: object,
  depth: number,
  state: { left: number },
): { value: unknown } | undefined {
  if (brandOf(value) !== 'other') return undefined;
  const isList = isArray(value);
  const prototype: unknown = getPrototypeOf(value);
  if (!isList && prototype !== objectPrototype && prototype !== null) return undefined;
  if (isList && value.length > state.left) return undefined;
  const names = ownNames(value);
  if (names.length > state.left || (isList && names.length !== value.length)) return undefined;
  const copy: object = isList ? [] : {};
  defineValue(copy, 'toJSON', undefined, false);
  const isPlain = each(names, (name) => {
    const descriptor = getOwnPropertyDescriptor(value, name);
    const part =
      descriptor !== undefined && 'value' in descriptor
        ? copyOf(descriptor.value, depth + 1, state)
        : undefined;
    if (part === undefined) return false;
    state.left -= isList ? 0 : name.length;
    defineValue(copy, name, part.value);
    return true;
  });
  return isPlain ? { value: copy } : undefined;
}
