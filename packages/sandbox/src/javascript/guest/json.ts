import { brandOf, type Brand } from './bridge.js';
import { className, type Work } from './inspect.js';
import {
  GuestTypeError,
  apply,
  create,
  dateToText,
  each,
  getPrototypeOf,
  hasOwn,
  isArray,
  keys,
  lookupGetter,
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
} from './intrinsics.js';
import { isIdentifier } from './text.js';

/** JSON text that is being written. */
interface Writer {
  readonly owner: string;
  readonly root: string;
  out: string;
  /** The steps to the part that is being written, and the objects that it is in. */
  readonly path: (string | number)[];
  readonly above: object[];
}

/** The host's limit is far below. */
const deepest = 1_000;
const maxSteps = 12;
const maxStepChars = 60;

/**
 * Writes a guest's value as JSON text, the only form in which values leave: a Map as an object, a Set as an array, a BigInt as a
 * number if it is safe and as text if not. Throws a TypeError for what JSON cannot hold, with its path and what to write instead:
 * `FINAL: answer.rows[3].mean is NaN, ...`. As JSON does, it leaves out a field that is undefined, and makes it null in a list.
 *
 * @param owner To what the value is given.
 * @param root The value's name, with which the path begins.
 */
export function toJson(value: unknown, owner: string, root: string): string {
  // A getter or a `toJSON` of the cell may give another value before this one is written.
  const writer: Writer = { owner, root, out: '', path: newList(), above: newList() };
  write(writer, value);
  return writer.out;
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

function write(writer: Writer, value: unknown): void {
  const scalar = scalarJson(value);
  if (scalar !== undefined) {
    writer.out += scalar;
    return;
  }
  switch (typeof value) {
    case 'number': {
      const advice = 'test it with Number.isFinite, and give a number or a text';
      refuse(writer, 'is ' + toText(value) + ', which JSON cannot hold: ' + advice);
      break;
    }
    case 'undefined':
      refuse(writer, 'is undefined, not data: give a value');
      break;
    case 'function':
      refuse(writer, 'is a function, not data: call it, and give what it returns');
      break;
    case 'symbol':
      refuse(writer, 'is a symbol, not data: give a text');
      break;
    case 'bigint': {
      const text = toText(value);
      if (writeOwnJson(writer, value)) break;
      writer.out += toText(toNumber(value)) === text ? text : stringify(text);
      break;
    }
    default:
      writeObject(writer, value as object);
  }
}

function writeObject(writer: Writer, value: object): void {
  const { above } = writer;
  const brand = brandOf(value);
  if (brand === 'promise') refuse(writer, 'is a promise: write "await" before it');
  if (brand === 'date') requireValid(writer, value as Date);
  for (let index = 0; index < above.length; index++) {
    if (above[index] !== value) continue;
    refuse(writer, 'refers back to ' + pathText(writer, index) + ': leave it out');
  }
  if (above.length >= deepest) refuse(writer, 'is nested too deep: give less of it');
  above[above.length] = value;
  if (!writeOwnJson(writer, value)) writeParts(writer, value, brand);
  above.length--;
}

/** Writes what a `toJSON` returns, if there is one. */
function writeOwnJson(writer: Writer, value: object | bigint): boolean {
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON !== 'function') return false;
  const { path } = writer;
  const data: unknown = apply(toJSON, value, [
    path.length === 0 ? '' : toText(path[path.length - 1]),
  ]);
  if (data === value) return false;
  write(writer, data);
  return true;
}

function writeParts(writer: Writer, value: object, brand: Brand): void {
  if (isArray(value)) writeList(writer, value as readonly unknown[]);
  else if (brand === 'set') writeList(writer, setValues(value));
  else if (brand === 'map') writeMap(writer, value as Map<unknown, unknown>);
  else if (brand === 'error') {
    refuse(writer, isNotData(value, 'write String(error), or the fields of it that you need'));
  } else writeRecord(writer, value, brand);
}

function writeList(writer: Writer, list: readonly unknown[]): void {
  writer.out += '[';
  for (let index = 0; index < list.length; index++) {
    if (index > 0) writer.out += ',';
    const item = list[index];
    writePart(writer, index, item === undefined ? null : item);
  }
  writer.out += ']';
}

function writeMap(writer: Writer, map: Map<unknown, unknown>): void {
  const fields = create(null) as Record<string, unknown>;
  each(mapEntries(map), (entry) => {
    const key = entry[0];
    if (
      (typeof key === 'object' && key !== null) ||
      typeof key === 'function' ||
      typeof key === 'symbol'
    ) {
      const kind = typeof key === 'object' ? withArticle(className(key)) : 'a ' + typeof key;
      refuse(writer, 'is a Map with a key that is ' + kind + ': write [...map], a list of pairs');
    }
    const name = toText(key);
    if (name in fields) {
      refuse(writer, 'is a Map with two keys ' + stringify(name) + ': write [...map]');
    }
    fields[name] = entry[1];
  });
  writeFields(writer, fields, keys(fields));
}

function writeRecord(writer: Writer, value: object, brand: Brand): void {
  if (brand === 'other') {
    const tag = tagOf(value);
    if (tag === '[object Number]') write(writer, toNumber(value));
    else if (tag === '[object Boolean]') writer.out += toText(value);
    else if (tag === '[object String]') writer.out += stringify(toText(value));
    else if (typedArrayName(value) === undefined) writeFields(writer, value, keys(value));
    else refuse(writer, isNotData(value, 'write Array.from(it) for a list of numbers'));
    return;
  }
  writeFields(writer, value, keys(value));
}

/** What is wrong with an object that has no fields, of which JSON would make `{}`; undefined for a plain one. */
function withoutFields(value: object): string | undefined {
  const prototype: unknown = getPrototypeOf(value);
  if (prototype === null || prototype === objectPrototype) return undefined;
  const tag = tagOf(value);
  if (typeof (value as { readonly next?: unknown }).next === 'function') {
    return 'is an iterator, which JSON cannot hold: write [...it]';
  }
  if (tag === '[object RegExp]') return isNotData(value, 'write String(pattern)');
  if (tag === '[object ArrayBuffer]') {
    return isNotData(value, 'write Array.from(new Uint8Array(it)) for a list of numbers');
  }
  return isNotData(
    value,
    'it has no fields of its own, so give its data as a text, a list or an object',
  );
}

function writeFields(writer: Writer, value: object, names: readonly string[]): void {
  const fault = names.length === 0 && brandOf(value) !== 'proxy' ? withoutFields(value) : undefined;
  if (fault !== undefined) refuse(writer, fault);
  let before = '{';
  each(names, (name) => {
    const part = (value as Record<string, unknown>)[name];
    if (part === undefined) return;
    writer.out += before + stringify(name) + ':';
    before = ',';
    writePart(writer, name, part);
  });
  writer.out += before === '{' ? '{}' : '}';
}

function writePart(writer: Writer, step: string | number, value: unknown): void {
  const scalar = scalarJson(value);
  if (scalar === undefined) {
    writer.path[writer.path.length] = step;
    write(writer, value);
    writer.path.length--;
  } else writer.out += scalar;
}

function requireValid(writer: Writer, date: Date): void {
  try {
    dateToText(date);
  } catch {
    refuse(writer, 'is an invalid Date: test it with Number.isNaN(date.getTime())');
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

function refuse(writer: Writer, problem: string): never {
  const place = pathText(writer, writer.path.length);
  throw new GuestTypeError(writer.owner + ': ' + place + ' ' + problem);
}

/** The first steps of the path as code writes them; of a long one, its beginning and its end. */
function pathText({ root, path }: Writer, count: number): string {
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
