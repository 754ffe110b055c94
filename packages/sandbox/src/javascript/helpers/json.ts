import { brandOf } from './bridge.js';
import { className } from './inspect.js';
import {
  NativeTypeError,
  create,
  each,
  getPrototypeOf,
  isArray,
  keys,
  mapEntries,
  newList,
  objectPrototype,
  setValues,
  slice,
  stringify,
  tagOf,
  toNumber,
  toText,
  typedArrayName,
  valueOf,
} from './intrinsics.js';
import { isIdentifier } from './text.js';

/** A value that is being written. */
interface Writing {
  readonly owner: string;
  readonly root: string;
  /** The steps to the part that is written, the objects that it is in, and what is written of each. */
  readonly path: (string | number)[];
  readonly above: object[];
  readonly written: object[];
}

/** The host's limit is far below. */
const deepest = 1_000;
const maxSteps = 12;
const maxStepChars = 60;

/**
 * Writes a value as JSON text, the only form in which values leave: a Map as an object, a Set as an array, a BigInt as a
 * number if it is safe and as text if not. Throws a TypeError for what JSON cannot hold, with its path and what to write instead:
 * `FINAL: answer.rows[3].mean is NaN, ...`. As JSON does, it leaves out a field that is undefined, and makes it null in a list.
 *
 * @param owner To what the value is given.
 * @param root The value's name, with which the path begins.
 */
export function toJson(value: unknown, owner: string, root: string): string {
  const writing: Writing = { owner, root, path: newList(), above: newList(), written: newList() };
  const json = stringify(value, function (this: object, key: string, part: unknown): unknown {
    if (typeof part === 'string' || typeof part === 'boolean' || part === undefined) return part;
    if (typeof part === 'number' && part - part === 0) return part;
    enter(writing, this, key);
    return dataOf(writing, this, key, part);
  }) as string | undefined;
  return json ?? refuse(writing, 'is undefined, not data: give a value');
}

/** Goes to a part of an object that is written; all parts of an object come before what follows the object. */
function enter({ path, above, written }: Writing, holder: object, key: string): void {
  while (written.length > 0 && written[written.length - 1] !== holder) {
    above.length = --written.length;
  }
  if (written.length === 0) return;
  path.length = written.length;
  path[path.length - 1] = isArray(holder) ? toNumber(key) : key;
}

/** What JSON is to write for a part. */
function dataOf(writing: Writing, holder: object, key: string, part: unknown): unknown {
  switch (typeof part) {
    case 'number': {
      const advice = 'test it with Number.isFinite, and give a number or a text';
      return refuse(writing, 'is ' + toText(part) + ', which JSON cannot hold: ' + advice);
    }
    case 'bigint': {
      const text = toText(part);
      return toText(toNumber(part)) === text ? toNumber(part) : text;
    }
    case 'function':
      return refuse(writing, 'is a function, not data: call it, and give what it returns');
    case 'symbol':
      return refuse(writing, 'is a symbol, not data: give a text');
    default:
      if (part !== null) return objectData(writing, part as object);
      if (isInvalidDate(holder, key)) {
        refuse(writing, 'is an invalid Date: test it with Number.isNaN(date.getTime())');
      }
      return null;
  }
}

/** Whether what JSON writes as null is a date. Runs no getter. */
function isInvalidDate(holder: object, key: string): boolean {
  const value = brandOf(holder) === 'proxy' ? undefined : valueOf(holder, key);
  return typeof value === 'object' && value !== null && brandOf(value) === 'date';
}

function objectData(writing: Writing, value: object): unknown {
  const { above, written } = writing;
  for (let index = 0; index < above.length; index++) {
    if (above[index] !== value) continue;
    refuse(writing, 'refers back to ' + pathText(writing, index) + ': leave it out');
  }
  if (above.length >= deepest) refuse(writing, 'is nested too deep: give less of it');
  const data = convert(writing, value);
  above[above.length] = value;
  written[written.length] = data;
  return data;
}

function convert(writing: Writing, value: object): object {
  switch (isArray(value) ? 'plain' : brandOf(value)) {
    case 'promise':
      return refuse(writing, 'is a promise: write "await" before it');
    case 'error':
      return refuse(
        writing,
        isNotData(value, 'write String(error), or the fields of it that you need'),
      );
    case 'set':
      return setValues(value);
    case 'map':
      return fieldsOf(writing, value as Map<unknown, unknown>);
    case 'proxy':
      return value;
    default: {
      const fault = faultOf(value);
      return fault === undefined ? value : refuse(writing, fault);
    }
  }
}

function fieldsOf(writing: Writing, map: Map<unknown, unknown>): object {
  const fields = create(null) as Record<string, unknown>;
  each(mapEntries(map), (entry) => {
    const key = entry[0];
    if (
      (typeof key === 'object' && key !== null) ||
      typeof key === 'function' ||
      typeof key === 'symbol'
    ) {
      const kind = typeof key === 'object' ? withArticle(className(key)) : 'a ' + typeof key;
      refuse(writing, 'is a Map with a key that is ' + kind + ': write [...map], a list of pairs');
    }
    const name = toText(key);
    if (name in fields) {
      refuse(writing, 'is a Map with two keys ' + stringify(name) + ': write [...map]');
    }
    fields[name] = entry[1];
  });
  return fields;
}

/** What is wrong with an object without fields, of which JSON would make `{}`; undefined for data. */
function faultOf(value: object): string | undefined {
  const prototype: unknown = getPrototypeOf(value);
  if (isArray(value) || prototype === null || prototype === objectPrototype) return undefined;
  if (typedArrayName(value) !== undefined) {
    return isNotData(value, 'write Array.from(it) for a list of numbers');
  }
  if (keys(value).length > 0) return undefined;
  if (typeof (value as { readonly next?: unknown }).next === 'function') {
    return 'is an iterator, which JSON cannot hold: write [...it]';
  }
  const tag = tagOf(value);
  switch (tag) {
    case '[object Number]':
    case '[object String]':
    case '[object Boolean]':
      return undefined;
    case '[object RegExp]':
      return isNotData(value, 'write String(pattern)');
    case '[object ArrayBuffer]':
      return isNotData(value, 'write Array.from(new Uint8Array(it)) for a list of numbers');
    default:
      return isNotData(
        value,
        'it has no fields of its own, so give its data as a text, a list or an object',
      );
  }
}

function isNotData(value: object, advice: string): string {
  return 'is ' + withArticle(className(value)) + ', which JSON cannot hold: ' + advice;
}

function withArticle(name: string): string {
  const first = slice(name, 0, 1);
  const isVowel = first === 'A' || first === 'E' || first === 'I' || first === 'O';
  return (isVowel ? 'an ' : 'a ') + name;
}

function refuse(writing: Writing, problem: string): never {
  const place = pathText(writing, writing.path.length);
  throw new NativeTypeError(writing.owner + ': ' + place + ' ' + problem);
}

/** The first steps of the path as code writes them; of a long one, its beginning and its end. */
function pathText({ root, path }: Writing, count: number): string {
  const half = maxSteps / 2;
  let text = root;
  for (let index = 0; index < count; index++) {
    const step = path[index] ?? '';
    if (count > maxSteps && index >= half && index < count - half) {
      if (index === half) text += '...';
    } else if (typeof step === 'number') text += '[' + toText(step) + ']';
    else if (step.length > maxStepChars) {
      text += '[a key of ' + toText(step.length) + ' characters]';
    } else text += isIdentifier(step) ? '.' + step : '[' + stringify(step) + ']';
  }
  return text;
}
