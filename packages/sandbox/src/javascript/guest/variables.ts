import { maxVariables, variablePreviewChars } from '../../contract/frames.js';
import { brandOf } from './bridge.js';
import { inspect, typeNameOf, type Work } from './inspect.js';
import {
  create,
  each,
  getOwnPropertyDescriptor,
  guestGlobal,
  isArray,
  keys,
  mapSize,
  newList,
  ownKeys,
  setSize,
  stringify,
  toText,
  typedArrayLength,
  typedArrayName,
  valueOf,
} from './intrinsics.js';
import { smallJson } from './json.js';
import type { Helpers } from './taken-names.js';
import { headOf } from './text.js';

/** Longest name that is listed: a longer one is made to fill a prompt. */
const maxNameChars = 200;

/** Properties that are counted for one list of variables: of objects behind that, only the kind is told. */
const maxWork = 100_000;

/** The user's variables: the enumerable globals that were not there before the first cell. */
export interface Variables {
  has(name: string): boolean;
  names(): readonly string[];
  /** A variable's value; runs the getter of one that has one. */
  read(name: string): unknown;
  /**
   * JSON text of descriptions; short data also as itself, up to `valueLength` characters each and `allValuesLength` in
   * all. Runs no code of a cell.
   */
  describe(valueLength?: number, allValuesLength?: number): string;
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
  each(ownKeys(guestGlobal), (key) => {
    hidden[key] = true;
  });

  const names = (most = Infinity): readonly string[] => {
    helpers.settle();
    const list = newList<string>();
    const all = keys(guestGlobal);
    for (let index = 0; index < all.length && list.length < most; index++) {
      const name = all[index] ?? '';
      if (hidden[name] !== true && name.length <= maxNameChars) list[list.length] = name;
    }
    return list;
  };

  return {
    has(name) {
      helpers.settle();
      return (
        hidden[name] !== true && getOwnPropertyDescriptor(guestGlobal, name)?.enumerable === true
      );
    },
    names,
    read: (name) => guestGlobal[name],
    describe(valueLength = 0, allValuesLength = 0) {
      const work: Work = { left: maxWork };
      let room = allValuesLength;
      let text = '[';
      each(names(maxVariables), (name) => {
        const value = valueOf(guestGlobal, name);
        const most = room < valueLength ? room : valueLength;
        const json = most === 0 ? undefined : smallJson(value, most, work);
        room -= json?.length ?? 0;
        text += (text === '[' ? '' : ',') + description(name, value, json, work);
      });
      return text + ']';
    },
    list() {
      let lines = '';
      each(names(), (name) => {
        lines += (lines === '' ? '' : '\n') + name + ': ' + typeNameOf(valueOf(guestGlobal, name));
      });
      return lines === '' ? 'no variables' : lines;
    },
    hide(name) {
      hidden[name] = true;
    },
  };
}

/** JSON text of a `GuestVariable`. */
function description(name: string, value: unknown, json: string | undefined, work: Work): string {
  const { text, isWhole } =
    typeof value === 'string'
      ? { text: headOf(value, variablePreviewChars), isWhole: true }
      : inspect(value, variablePreviewChars, work);
  const whole = typeof value === 'string' ? value.length : text.length;
  const items = typeof value === 'object' && value !== null ? itemsOf(value) : undefined;
  return (
    '{"name":' +
    stringify(name) +
    ',"typeName":' +
    stringify(typeNameOf(value)) +
    (',"totalLength":' + toText(isWhole ? whole : -1) + ',"preview":' + stringify(text)) +
    (items === undefined ? '' : ',"items":' + toText(items)) +
    (json === undefined ? '}' : ',"json":' + stringify(json) + '}')
  );
}

/** How many items a collection has; undefined for anything else. A proxy is not asked: that would run its code. */
function itemsOf(value: object): number | undefined {
  const brand = brandOf(value);
  if (brand === 'map') return mapSize(value);
  if (brand === 'set') return setSize(value);
  if (brand === 'proxy') return undefined;
  if (isArray(value)) return value.length;
  return typedArrayName(value) === undefined ? undefined : typedArrayLength(value);
}
