import { brandOf } from './brand.js';
import type { Brand } from './bridge.js';
import { plainObjectName } from './class-name.js';
import { inspect, typeNameOf } from './inspect.js';
import {
  create,
  isArray,
  mapSize,
  setSize,
  slice,
  stringify,
  toText,
  typedArrayLength,
  typedArrayName,
} from './intrinsics.js';
import { quoted } from './labels.js';
import { offPair } from './off-pair.js';
import { smallJson } from './small-json.js';

/**
 * Begins a list, and returns what describes a variable as JSON text. All lengths are in characters: of the previews, of the JSON text of
 * each value (a longer one is not given), and of those of all values.
 */
export type BeginList = (
  previewLength: number,
  valueLength: number,
  allValuesLength: number,
) => (name: string, value: unknown) => string;

/** A description that was given, with the JSON text of its value, and with the value unless that is an object. */
interface Known {
  readonly value: unknown;
  readonly json: string;
  readonly text: string;
}

const none = (): Record<string, Known | undefined> =>
  create(null) as Record<string, Known | undefined>;

/**
 * Makes a {@link BeginList}. A description of an array or an object that is plain data depends on its JSON text alone, one of a
 * text, a number or a truth value on that: it is made again only if that has changed since the last list.
 */
export function createDescriber(): BeginList {
  let known = none();
  let knownLength = 0;
  return (previewLength, valueLength, allValuesLength) => {
    let left = allValuesLength;
    const before = previewLength === knownLength ? known : none();
    const now = none();
    if (allValuesLength > 0) {
      known = now;
      knownLength = previewLength;
    }
    let isUsual: boolean | undefined;

    const jsonOf = (value: unknown, brand?: Brand): string | undefined => {
      const longest = valueLength < left ? valueLength : left;
      const json = longest > 0 ? smallJson(value, longest, brand) : undefined;
      if (json !== undefined) left -= json.length;
      return json;
    };
    const describeObject = (name: string, value: object): string => {
      const brand = brandOf(value);
      const json = jsonOf(value, brand);
      if (json === undefined) return describe(name, value, previewLength, undefined, brand);
      // Else a cell has renamed what the descriptions name.
      isUsual ??= plainObjectName() === 'Object';
      const last = isUsual ? before[name] : undefined;
      if (last?.json === json) {
        now[name] = last;
        return last.text;
      }
      const text = describe(name, value, previewLength, json, brand);
      if (isUsual) now[name] = { value: undefined, json, text };
      return text;
    };
    const describeOther = (name: string, value: unknown): string => {
      const last = before[name];
      if (value !== undefined && last?.value === value && last.json.length <= left) {
        left -= last.json.length;
        now[name] = last;
        return last.text;
      }
      const json = jsonOf(value);
      const text = describe(name, value, previewLength, json);
      if (json !== undefined) now[name] = { value, json, text };
      return text;
    };
    return (name, value) =>
      typeof value === 'object' && value !== null
        ? describeObject(name, value)
        : describeOther(name, value);
  };
}

function describe(
  name: string,
  value: unknown,
  previewLength: number,
  json: string | undefined,
  brand?: Brand,
): string {
  const head = '{"name":' + quoted(name) + ',"typeName":';
  if (typeof value === 'string') {
    const isWhole = json !== undefined && value.length <= previewLength;
    const preview = isWhole ? json : stringify(slice(value, 0, offPair(value, previewLength)));
    return head + '"string"' + shown(value.length, preview) + given(json);
  }
  if (typeof value === 'number' || typeof value === 'boolean') {
    const text = toText(value);
    if (text.length <= previewLength) {
      const typeName = typeof value === 'number' ? '"number"' : '"boolean"';
      const end = json === undefined ? '}' : ',"json":"' + json + '"}';
      return head + typeName + shown(text.length, '"' + text + '"') + end;
    }
  }
  const { text, isWhole } = inspect(value, previewLength, brand, json !== undefined);
  const typeName = quoted(typeNameOf(value, brand));
  const described = head + typeName + shown(isWhole ? text.length : -1, stringify(text));
  const items = brand === undefined ? undefined : itemsOf(value as object, brand);
  return described + (items === undefined ? '' : ',"items":' + toText(items)) + given(json);
}

function shown(totalLength: number, preview: string): string {
  return ',"totalLength":' + toText(totalLength) + ',"preview":' + preview;
}

function given(json: string | undefined): string {
  return json === undefined ? '}' : ',"json":' + stringify(json) + '}';
}

/** How many items a collection has; undefined for anything else. A proxy is not asked: that would run its code. */
function itemsOf(value: object, brand: Brand): number | undefined {
  if (brand === 'map') return mapSize(value as Map<unknown, unknown>);
  if (brand === 'set') return setSize(value as Set<unknown>);
  if (brand === 'proxy') return undefined;
  if (isArray(value)) return value.length;
  if (brand === 'plain') return undefined;
  return typedArrayName(value) === undefined ? undefined : typedArrayLength(value);
}
