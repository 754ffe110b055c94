/*
 * What answers, host calls and printed values rely on, taken before any cell runs: a cell may replace the methods of texts and lists,
 * and its answer is still right. Code that only serves the cell (`grep`, `toLocaleString`) calls methods as code does.
 */

/** Functions of `JSON`. */
export const { stringify, parse } = JSON;
/** Functions of `Object`, and what objects inherit from. */
export const {
  create,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  keys,
  setPrototypeOf,
  prototype: objectPrototype,
} = Object;
/** Whether a value is an array. */
export const { isArray } = Array;
/** Calls a function; the keys of an object, symbols included. */
export const { apply, ownKeys } = Reflect;
/** Classes and conversions. */
export const {
  Promise: NativePromise,
  Error: NativeError,
  TypeError: NativeTypeError,
  ReferenceError: NativeReferenceError,
  String: toText,
  Number: toNumber,
} = globalThis;

/** The global object. */
export const globals: Record<string, unknown> = globalThis;

const binder = Function.prototype as unknown as { call: { bind(method: unknown): never } };
/** A method as a function whose first argument is `this`. */
const uncurry = (owner: object, name: string): never =>
  binder.call.bind((owner as Record<string, unknown>)[name]);
/** A getter as a function of its object. */
const uncurryGetter = (owner: object, name: PropertyKey): never =>
  binder.call.bind((getOwnPropertyDescriptor(owner, name) as { get?: unknown }).get);

/** `text.slice(start, end)`. */
export const slice: (text: string, start: number, end?: number) => string = uncurry(
  String.prototype,
  'slice',
);
/** `text.charCodeAt(index)`. */
export const unitAt: (text: string, index: number) => number = uncurry(
  String.prototype,
  'charCodeAt',
);
/** `text.indexOf(part, from)`. */
export const indexOf: (text: string, part: string, from: number) => number = uncurry(
  String.prototype,
  'indexOf',
);
/** `date.toISOString()`. */
export const dateToText: (date: Date) => string = uncurry(Date.prototype, 'toISOString');
/** `[object Array]`, as an object's class or the object itself names it. */
export const tagOf: (value: object) => string = uncurry(Object.prototype, 'toString');
/** The getter of a property, which does not run; undefined for a value. It asks prototypes too. */
export const lookupGetter: (target: object, name: PropertyKey) => unknown = uncurry(
  Object.prototype,
  '__lookupGetter__',
);
/** `pattern.source`. */
export const sourceOf: (pattern: object) => string = uncurryGetter(RegExp.prototype, 'source');
/** `pattern.flags`. */
export const flagsOf: (pattern: object) => string = uncurryGetter(RegExp.prototype, 'flags');
/** `map.size`. */
export const mapSize: (map: object) => number = uncurryGetter(Map.prototype, 'size');
/** `set.size`. */
export const setSize: (set: object) => number = uncurryGetter(Set.prototype, 'size');

const typedArrays = getPrototypeOf(Uint8Array.prototype) as object;
/** The kind of a typed array (`Uint8Array`); undefined for anything else. */
export const typedArrayName: (value: object) => string | undefined = uncurryGetter(
  typedArrays,
  Symbol.toStringTag,
);
/** `typedArray.length`. */
export const typedArrayLength: (value: object) => number = uncurryGetter(typedArrays, 'length');

type Steps<Item> = (iterator: object) => IteratorResult<Item, undefined>;
type Items<Item> = (collection: object, most?: number) => readonly Item[];

/** Reads the first items of a collection, which may have a million. */
function reader<Item>(owner: object, name: string, sample: object): Items<Item> {
  const begin: (collection: object) => object = uncurry(owner, name);
  const next: Steps<Item> = uncurry(getPrototypeOf(sample) as object, 'next');
  return (collection, most = Infinity) => {
    const items = newList<Item>();
    const iterator = begin(collection);
    while (items.length < most) {
      const step = next(iterator);
      if (step.done === true) break;
      items[items.length] = step.value;
    }
    return items;
  };
}

/** The first entries of a Map. */
export const mapEntries: Items<readonly [key: unknown, value: unknown]> = reader(
  Map.prototype,
  'entries',
  new Map().entries(),
);
/** The first values of a Set. */
export const setValues: Items<unknown> = reader(Set.prototype, 'values', new Set().values());

/** A list that has nothing of `Array.prototype`, where a cell may have put setters. */
export function newList<Item>(): Item[] {
  return setPrototypeOf([], null) as Item[];
}

/**
 * Visits the items in order. A `for...of`, a spread and a destructured list would call what a cell has made of
 * `Array.prototype[Symbol.iterator]`.
 */
export function each<Item>(list: readonly Item[], visit: (item: Item) => void): void {
  // eslint-disable-next-line @typescript-eslint/prefer-for-of -- that is the point
  for (let index = 0; index < list.length; index++) visit(list[index] as Item);
}

/** Defines a property with a value that can be changed. A cell cannot give its description a getter. */
export function defineValue(
  target: object,
  name: PropertyKey,
  value: unknown,
  enumerable = true,
): void {
  const description = { __proto__: null, value, enumerable, configurable: true, writable: true };
  defineProperty(target, name, description as PropertyDescriptor);
}

/** The value of an object's own property; undefined if it has a getter. The object is no proxy. */
export function valueOf(owner: object, name: PropertyKey): unknown {
  if (!hasOwn(owner, name) || lookupGetter(owner, name) !== undefined) return undefined;
  return (owner as Record<PropertyKey, unknown>)[name];
}
