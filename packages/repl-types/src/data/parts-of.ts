import { isObjectPrototype, isPlainObject } from '../is-plain-object.js';
import { describeValue } from '../options/describe-value.js';
import type { DataSize } from './data-size.js';
import { Refusal } from './refusal.js';

/** A list or an object during a walk: its values by index, or by name if it `isRecord`. */
export interface Parts {
  /** Names of the fields; undefined for a list. */
  readonly keys: readonly string[] | undefined;
  readonly values: ArrayLike<unknown> | Readonly<Record<string, unknown>>;
  readonly isRecord: boolean;
  readonly length: number;
}

/**
 * How the walk treats an object. `boxed`: `JSON.stringify` writes it as a scalar. `record`: a plain object. `instance`:
 * an object of a class. `alien`: it holds no data, or nowhere that a walk finds it.
 */
export type Kind =
  | 'list'
  | 'record'
  | 'instance'
  | 'Map'
  | 'Set'
  | 'Date'
  | 'bytes'
  | 'boxed'
  | 'alien';

const tagOf = (value: object): string =>
  Object.prototype.toString.call(value).slice('[object '.length, -1);

/** Returns the kind of an object. It uses the tag, since the object may come from another realm. */
export function kindOf(value: object): Kind {
  if (Array.isArray(value)) return 'list';
  if (isPlainObject(value)) return 'record';
  const tag = tagOf(value);
  if (tag === 'Map' || tag === 'Set' || tag === 'Date') return tag;
  if (/^(?:Number|String|Boolean)$/.test(tag)) return 'boxed';
  const isAlien = /^(?:RegExp|Error|Promise|BigInt|DataView|Weak\w+|\w*ArrayBuffer)$/.test(tag);
  if (isAlien || value instanceof Error) return 'alien';
  if (ArrayBuffer.isView(value)) return 'bytes';
  return isHollow(value) ? 'alien' : 'instance';
}

/**
 * Whether an object of a class shows nothing to a walk, but has something: an iterator, a `FormData`, a class with private fields.
 * It has no own enumerable field and no `toJSON`, and methods, accessors or hidden fields.
 */
function isHollow(value: object): boolean {
  if (Object.keys(value).length > 0) return false;
  if (typeof (value as { readonly toJSON?: unknown }).toJSON === 'function') return false;
  if (Reflect.ownKeys(value).length > 0) return true;
  let prototype = Object.getPrototypeOf(value) as object | null;
  while (prototype !== null && !isObjectPrototype(prototype)) {
    if (Reflect.ownKeys(prototype).some((key) => key !== 'constructor')) return true;
    if (hasPrivate(prototype)) return true;
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return false;
}

/** Whether the source of a class has private fields: nothing else tells of them. */
function hasPrivate(prototype: object): boolean {
  const made = (prototype as { readonly constructor?: unknown }).constructor;
  return typeof made === 'function' && /#[\w$]/.test(Function.prototype.toString.call(made));
}

/** The refusal of an object that JSON cannot hold any part of. */
export function refuseAlien(value: object): Refusal {
  return new Refusal('not_data', `is ${nameOf(value)}, not JSON data: pass ${adviceFor(value)}`);
}

/** What an object is in few words, by its class if nothing else tells. */
function nameOf(value: object): string {
  if (tagOf(value) !== 'Object') return describeValue(value);
  const { constructor } = value as { readonly constructor?: unknown };
  const name = typeof constructor === 'function' ? constructor.name : '';
  const isTold = name !== '' && name !== 'Object' && name.length <= 60;
  return `an object${isTold ? ` of the class ${name}` : ''} that shows no fields`;
}

/** What to pass in place of an object, by what it has. */
function adviceFor(value: object): string {
  const has = (name: string | symbol): boolean => typeof Reflect.get(value, name) === 'function';
  if (value instanceof Error) return 'its message as a text';
  if (has('then')) return 'what it resolves to: await it first';
  if (has('text') && has('arrayBuffer')) return 'its text: await it.text()';
  if (has('getReader')) return 'its text: await new Response(it).text()';
  if (has('entries') && has('getAll')) return 'a list of its entries: [...it]';
  if (has('entries')) return 'its entries as an object: Object.fromEntries(it)';
  if (has(Symbol.iterator)) return 'a list of what it gives: [...it]';
  if (has(Symbol.asyncIterator)) return 'a list of what it gives, collected with for await';
  return 'its data as text, lists, objects (the result of its toJSON(), if its class has one)';
}

/** The most bytes of a typed array: each item becomes a field with its own name. */
const maxBytes = 2 ** 20;

/** Refuses a typed array that would take many times its memory before it can be counted. */
export function requireShort(value: object, kind: Kind, maxParts: number): void {
  if (kind !== 'bytes') return;
  const { byteLength } = value as Uint8Array;
  if (byteLength <= Math.min(maxBytes, maxParts)) return;
  const problem = `has ${byteLength} bytes: pass a text, a list, or fewer bytes at a time`;
  throw new Refusal('too_many_parts', problem, byteLength);
}

/**
 * The parts of an object, after `size` has counted them. `textOf` returns the text of a key that is not text, or
 * throws.
 */
export function partsOf(
  object: object,
  kind: Kind,
  size: DataSize,
  textOf: (key: unknown) => string,
): Parts {
  switch (kind) {
    case 'list': {
      const values = object as readonly unknown[];
      size.addParts(values.length);
      return { keys: undefined, values, isRecord: false, length: values.length };
    }
    case 'Set': {
      size.addParts(Reflect.get(Set.prototype, 'size', object));
      const values = [...Set.prototype.values.call(object)];
      return { keys: undefined, values, isRecord: false, length: values.length };
    }
    case 'Map': {
      size.addParts(2 * Reflect.get(Map.prototype, 'size', object));
      const keys = Array.from(Map.prototype.keys.call(object), textOf);
      const values = [...Map.prototype.values.call(object)];
      return { keys, values, isRecord: false, length: keys.length };
    }
    default: {
      const keys = Object.keys(object);
      // A plain object that shows nothing, but has hidden fields or can be gone through.
      if (keys.length === 0 && Reflect.ownKeys(object).length > 0) throw refuseAlien(object);
      size.addParts(2 * keys.length);
      const values = object as Readonly<Record<string, unknown>>;
      return { keys, values, isRecord: true, length: keys.length };
    }
  }
}
