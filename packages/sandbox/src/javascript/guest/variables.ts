import { brandOf } from './brand.js';
import type { Helpers } from './helpers.js';
import { inspect, typeNameOf } from './inspect.js';
import { smallJson } from './small-json.js';
import {
  create,
  each,
  getOwnPropertyDescriptor,
  guestGlobal,
  isArray,
  join,
  keys,
  mapSize,
  ownKeys,
  push,
  setSize,
  slice,
  stringify,
  typedArrayLength,
  typedArrayName,
} from './intrinsics.js';

/** Longest name that is listed: a longer one is made to fill a prompt. */
const maxNameChars = 200;

/** The user's variables: the enumerable globals that were not there before the first cell. */
export interface Variables {
  has(name: string): boolean;
  names(): string[];
  /** A variable's value; runs the getter of one that has one. */
  read(name: string): unknown;
  /**
   * JSON text of descriptions, at most `most` of them; short data also as itself, up to `valueLength` characters each and
   * `allValuesLength` in all.
   */
  describe(
    most: number,
    previewLength: number,
    valueLength?: number,
    allValuesLength?: number,
  ): string;
  /** One line a variable: `name: type`. */
  list(): string;
  /** Marks a name as the sandbox's own. */
  hide(name: string): void;
}

/**
 * Creates {@link Variables}. Names that exist now do not belong to the user, nor do the helpers while they are
 * unchanged.
 */
export function createVariables(helpers: Helpers): Variables {
  const hidden = create(null) as Record<PropertyKey, boolean>;
  for (const key of ownKeys(guestGlobal)) hidden[key] = true;

  const names = (): string[] => {
    const list: string[] = [];
    helpers.settle();
    each(keys(guestGlobal), (name) => {
      if (hidden[name] !== true) push(list, name);
    });
    return list;
  };
  const read = (name: string): unknown => guestGlobal[name];
  const peek = (name: string): unknown => {
    const descriptor = getOwnPropertyDescriptor(guestGlobal, name);
    return descriptor !== undefined && 'value' in descriptor ? descriptor.value : undefined;
  };

  return {
    has(name) {
      helpers.settle();
      return (
        hidden[name] !== true && getOwnPropertyDescriptor(guestGlobal, name)?.enumerable === true
      );
    },
    names,
    read,
    describe(most, previewLength, valueLength = 0, allValuesLength = 0) {
      const list: string[] = [];
      let left = allValuesLength;
      each(names(), (name) => {
        if (list.length >= most) return false;
        if (name.length > maxNameChars) return true;
        const value = peek(name);
        const json =
          left > 0 ? smallJson(value, valueLength < left ? valueLength : left) : undefined;
        left -= json === undefined ? 0 : json.length;
        push(list, stringify({ __proto__: null, ...describe(name, value, previewLength), json }));
        return true;
      });
      return `[${join(list, ',')}]`;
    },
    list() {
      const lines: string[] = [];
      each(names(), (name) => {
        if (name.length <= maxNameChars) push(lines, `${name}: ${typeNameOf(peek(name))}`);
      });
      return lines.length === 0 ? 'no variables' : join(lines, '\n');
    },
    hide(name) {
      hidden[name] = true;
    },
  };
}

function describe(name: string, value: unknown, previewLength: number): object {
  if (typeof value === 'string') {
    return {
      name,
      typeName: 'string',
      totalLength: value.length,
      preview: slice(value, 0, previewLength),
    };
  }
  const { text, isWhole } = inspect(value, previewLength);
  return {
    name,
    typeName: typeNameOf(value),
    totalLength: isWhole ? text.length : -1,
    preview: text,
    items: itemsOf(value),
  };
}

/** How many items a collection has; undefined for anything else. A proxy is not asked: that would run its code. */
function itemsOf(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const brand = brandOf(value);
  if (brand === 'map') return mapSize(value as Map<unknown, unknown>);
  if (brand === 'set') return setSize(value as Set<unknown>);
  if (brand === 'proxy') return undefined;
  if (isArray(value)) return value.length;
  return typedArrayName(value) === undefined ? undefined : typedArrayLength(value);
}
