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
 * an object of a class. `alien`: it holds no data.
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
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return 'record';
  const tag = tagOf(value);
  if (tag === 'Map' || tag === 'Set' || tag === 'Date') return tag;
  if (/^(?:Number|String|Boolean)$/.test(tag)) return 'boxed';
  const isAlien = /^(?:RegExp|Error|Promise|BigInt|DataView|Weak\w+|\w*ArrayBuffer)$/.test(tag);
  if (isAlien || value instanceof Error) return 'alien';
  if (ArrayBuffer.isView(value)) return 'bytes';
  return tag === 'Object' && Object.getPrototypeOf(prototype) === null ? 'record' : 'instance';
}

/** The refusal of an object that JSON cannot hold any part of. */
export function refuseAlien(value: object): Refusal {
  const advice =
    value instanceof Error ? 'its message as a text' : 'its data as text, lists, objects';
  return new Refusal('not_data', `is ${describeValue(value)}, not JSON data: pass ${advice}`);
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
      size.addParts(2 * keys.length);
      const values = object as Readonly<Record<string, unknown>>;
      return { keys, values, isRecord: true, length: keys.length };
    }
  }
}
