import { maxVariables, variablePreviewChars } from '../../contract/frames.js';
import { brandOf } from './bridge.js';
import { inspect, typeNameOf, type Work } from './inspect.js';
import {
  each,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  globals,
  hasOwn,
  isArray,
  keys,
  lookupGetter,
  mapSize,
  newList,
  objectPrototype,
  setSize,
  stringify,
  toText,
  typedArrayLength,
  typedArrayName,
  valueOf,
} from './intrinsics.js';
import { isHidden, settleHelpers } from './names.js';
import { headOf } from './text.js';

/** Longest name that is listed: a longer one is made to fill a prompt. */
const maxNameChars = 200;

/** Properties that are counted for one list of variables: of objects behind that, only the kind is told. */
const maxWork = 100_000;

/** The names of the user's variables: the enumerable globals, with the helpers settled. */
export function variableNames(most = Infinity): readonly string[] {
  const list = newList<string>();
  const all = keys(globals);
  for (let index = 0; index < all.length && list.length < most; index++) {
    const name = all[index] ?? '';
    if (!isHidden(name) && name.length <= maxNameChars) list[list.length] = name;
  }
  return list;
}

/** Whether there is a variable of this name. */
export function hasVariable(name: string): boolean {
  settleHelpers();
  return !isHidden(name) && getOwnPropertyDescriptor(globals, name)?.enumerable === true;
}

/**
 * JSON text of descriptions; short data also as itself, up to `valueLength` characters each and `allValuesLength` in all. Runs no code
 * of a cell.
 */
export function describeVariables(valueLength = 0, allValuesLength = 0): string {
  const work: Work = { left: maxWork };
  let room = allValuesLength;
  let text = '[';
  each(variableNames(maxVariables), (name) => {
    const value = valueOf(globals, name);
    const most = room < valueLength ? room : valueLength;
    const json = most === 0 ? undefined : smallJson(value, most, work);
    room -= json?.length ?? 0;
    text += (text === '[' ? '' : ',') + description(name, value, json, work);
  });
  return text + ']';
}

/** One line a variable: `name: type`. */
export function listVariables(): string {
  settleHelpers();
  let lines = '';
  each(variableNames(), (name) => {
    lines += (lines === '' ? '' : '\n') + name + ': ' + typeNameOf(valueOf(globals, name));
  });
  return lines === '' ? 'no variables' : lines;
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

const deepestSmall = 32;
/** What an item or a field takes at least: a long list is given up soon. */
const leastChars = 2;

/**
 * JSON text of plain data (null, truth values, finite numbers, texts, arrays, plain objects), at most `room` characters; undefined
 * for all else. Runs no getter, no `toJSON` and no trap.
 */
function smallJson(value: unknown, room: number, work: Work, depth = 0): string | undefined {
  if (typeof value === 'string' && value.length > room) return undefined;
  const text = scalarJson(value) ?? smallParts(value, room, work, depth);
  return text !== undefined && text.length <= room ? text : undefined;
}

function smallParts(value: unknown, room: number, work: Work, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null || brandOf(value) !== 'plain') return undefined;
  const isList = isArray(value);
  if (depth >= deepestSmall || work.left < 0) return undefined;
  const prototype: unknown = getPrototypeOf(value);
  if (!isList && prototype !== null && prototype !== objectPrototype) return undefined;
  const names = isList ? undefined : keys(value);
  const count = names === undefined ? (value as readonly unknown[]).length : names.length;
  if (count * leastChars > room) return undefined;
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
    if (text.length + leastChars * (count - index - 1) > room) return undefined;
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
