/*
 * The parts of the language that the sandbox's own guest code uses, taken before any cell runs: a cell that changes
 * prototypes changes its own world, not this one.
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

/** What lists inherit from. */
export const { isArray, prototype: arrayPrototype } = Array;

/** The keys of an object, symbols included. */
export const { ownKeys } = Reflect;

/** Classes and conversions. */
export const {
  Promise: GuestPromise,
  Error: GuestError,
  TypeError: GuestTypeError,
  ReferenceError: GuestReferenceError,
  RegExp: GuestRegExp,
  String: toText,
  Number: toNumber,
} = globalThis;

/** Whether a number is a whole one that is exact. */
export const { isSafeInteger } = Number;

/** What regular expressions inherit from. */
export const { prototype: regExpPrototype } = RegExp;

type Method = (...args: never[]) => unknown;

/** A method of a prototype as a function whose first argument is `this`. */
const uncurry = (owner: object, name: string): never => {
  const { call } = Function.prototype as unknown as {
    call: { bind(method: Method | undefined): never };
  };
  return call.bind((owner as Record<string, Method>)[name]);
};

/** `text.slice(start, end)`. */
export const slice: (text: string, start: number, end?: number) => string = uncurry(
  String.prototype,
  'slice',
);
/** A getter of a prototype as a function of its object. */
const uncurryGetter = (owner: object, name: PropertyKey): never => {
  const { call } = Function.prototype as unknown as { call: { bind(method: unknown): never } };
  return call.bind((getOwnPropertyDescriptor(owner, name) as { get?: unknown } | undefined)?.get);
};

/** `pattern.source`. */
export const sourceOf: (pattern: RegExp) => string = uncurryGetter(RegExp.prototype, 'source');
/** `pattern.flags`. */
export const flagsOf: (pattern: RegExp) => string = uncurryGetter(RegExp.prototype, 'flags');

const flags: readonly (readonly [letter: string, isSet: (value: object) => unknown])[] = (
  [
    ['d', 'hasIndices'],
    ['g', 'global'],
    ['i', 'ignoreCase'],
    ['m', 'multiline'],
    ['s', 'dotAll'],
    ['u', 'unicode'],
    ['v', 'unicodeSets'],
    ['y', 'sticky'],
  ] as const
).map(([letter, name]) => [letter, uncurryGetter(RegExp.prototype, name)]);

/** A regular expression as code writes it, read where the engine keeps it; undefined for anything else. */
export function patternText(value: object): string | undefined {
  try {
    let text = '/' + sourceOf(value as RegExp) + '/';
    each(flags, (flag) => {
      if (flag[1](value) === true) text += flag[0];
    });
    return text;
  } catch {
    return undefined;
  }
}

/** `text.charCodeAt(index)`. */
export const codeUnitAt: (text: string, index: number) => number = uncurry(
  String.prototype,
  'charCodeAt',
);
/** `text.indexOf(part, from)`. */
export const indexOf: (text: string, part: string, from: number) => number = uncurry(
  String.prototype,
  'indexOf',
);
/** `pattern.exec(text)`. */
export const find: (pattern: RegExp, text: string) => RegExpExecArray | null = uncurry(
  RegExp.prototype,
  'exec',
);
/** `list.join(separator)`. */
export const join: (list: readonly string[], separator: string) => string = uncurry(
  Array.prototype,
  'join',
);

/** The getter of a property, which does not run; undefined for a value. It asks prototypes if the object has no such property. */
export const lookupGetter: (target: object, name: PropertyKey) => unknown = uncurry(
  Object.prototype,
  '__lookupGetter__',
);

/** `[object Array]`, as an object's class or the object itself names it. */
export const tagOf: (value: object) => string = uncurry(Object.prototype, 'toString');

/** Whether an object has a property of its own with exactly this value. Runs no getter; the object is not a proxy. */
export const isOwnValue = (target: object, name: string, value: unknown): boolean =>
  hasOwn(target, name) &&
  lookupGetter(target, name) === undefined &&
  (target as Record<string, unknown>)[name] === value;

/** `target.propertyIsEnumerable(name)`. */
export const isEnumerable: (target: object, name: PropertyKey) => boolean = uncurry(
  Object.prototype,
  'propertyIsEnumerable',
);

/**
 * Defines a property with a value that can be changed. The description has no prototype from which a cell could give it
 * a getter.
 */
export const defineValue = (
  target: object,
  name: PropertyKey,
  value: unknown,
  enumerable = true,
): void => {
  defineProperty(target, name, {
    __proto__: null,
    value,
    enumerable,
    configurable: true,
    writable: true,
  } as PropertyDescriptor);
};

/** Adds an item, without the setters that a cell may have given to lists. */
export const push = <Item>(list: Item[], item: Item): void => {
  defineValue(list, list.length, item);
};

/** A list that has nothing of `Array.prototype`: what a cell has put there is neither read nor called. */
export const newList = <Item>(): Item[] => setPrototypeOf([], null) as Item[];

/** Adds an item to a {@link newList}, at a tenth of what {@link push} takes. */
export const append = <Item>(list: Item[], item: Item): void => {
  list[list.length] = item;
};

/**
 * Visits the items in order, until a visit returns false; returns whether none did. A `for...of` would read
 * `Array.prototype[Symbol.iterator]`, which a cell may have replaced, and show it the list. So would a spread and a
 * destructured list.
 */
export const each = <Item>(list: readonly Item[], visit: (item: Item) => unknown): boolean => {
  // eslint-disable-next-line @typescript-eslint/prefer-for-of -- that is the point
  for (let index = 0; index < list.length; index++) {
    if (visit(list[index] as Item) === false) return false;
  }
  return true;
};

/** `Reflect.apply`. */
export const apply: (target: unknown, self: unknown, args: readonly unknown[]) => unknown =
  Reflect.apply as never;
/** `list.sort(compare)`. */
export const sort: <Item>(list: Item[], compare: (a: Item, b: Item) => number) => Item[] = uncurry(
  Array.prototype,
  'sort',
);
/** `list.slice(start, end)`. */
export const sliceList: <Item>(list: readonly Item[], start: number, end: number) => Item[] =
  uncurry(Array.prototype, 'slice');
/** `date.toISOString()`. */
export const dateToText: (date: Date) => string = uncurry(Date.prototype, 'toISOString');

const entriesOf: (map: Map<unknown, unknown>) => object = uncurry(Map.prototype, 'entries');
const nextEntry: Next<readonly [unknown, unknown]> = uncurry(
  getPrototypeOf(new Map().entries()) as object,
  'next',
);
const valuesOf: (set: Set<unknown>) => object = uncurry(Set.prototype, 'values');
const nextValue: Next<unknown> = uncurry(getPrototypeOf(new Set().values()) as object, 'next');

type Next<Item> = (iterator: object) => IteratorResult<Item, undefined>;

const firstItems = <Item>(iterator: object, next: Next<Item>, most: number): Item[] => {
  const items: Item[] = [];
  while (items.length < most) {
    const step = next(iterator);
    if (step.done === true) break;
    push(items, step.value);
  }
  return items;
};

/** The first entries of a map, at most `most`: a map may have a million, and each is copied. */
export const mapEntries: (
  map: Map<unknown, unknown>,
  most?: number,
) => (readonly [unknown, unknown])[] = (map, most = Infinity) =>
  firstItems(entriesOf(map), nextEntry, most);
/** The first values of a set, at most `most`. */
export const setValues: (set: Set<unknown>, most?: number) => unknown[] = (set, most = Infinity) =>
  firstItems(valuesOf(set), nextValue, most);
/** `map.size`. */
export const mapSize: (map: Map<unknown, unknown>) => number = uncurryGetter(Map.prototype, 'size');
/** `set.size`. */
export const setSize: (set: Set<unknown>) => number = uncurryGetter(Set.prototype, 'size');

const typedArrayPrototype = getPrototypeOf(Uint8Array.prototype) as object;
/** The kind of a typed array (`Uint8Array`); undefined for anything else. */
export const typedArrayName: (value: object) => string | undefined = uncurryGetter(
  typedArrayPrototype,
  Symbol.toStringTag,
);
/** `typedArray.length`. */
export const typedArrayLength: (value: object) => number = uncurryGetter(
  typedArrayPrototype,
  'length',
);

/** The global object of the guest. */
export const guestGlobal: Record<string, unknown> = globalThis;
