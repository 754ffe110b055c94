/**
 * What the sandbox's own guest code uses of the language, taken before any cell runs: a cell that changes
 * prototypes changes its own world, not this one.
 */
export const stringify: typeof JSON.stringify = JSON.stringify;
export const parse: typeof JSON.parse = JSON.parse;
export const defineProperty: typeof Object.defineProperty = Object.defineProperty;
export const getOwnPropertyDescriptor: typeof Object.getOwnPropertyDescriptor =
  Object.getOwnPropertyDescriptor;
export const getPrototypeOf: typeof Object.getPrototypeOf = Object.getPrototypeOf;
export const objectPrototype: object = Object.prototype;
export const keys: typeof Object.keys = Object.keys;
export const create: typeof Object.create = Object.create;
export const ownKeys: typeof Reflect.ownKeys = Reflect.ownKeys;
export const isArray: typeof Array.isArray = Array.isArray;
export const GuestPromise: PromiseConstructor = Promise;
export const GuestError: ErrorConstructor = Error;
export const GuestTypeError: TypeErrorConstructor = TypeError;
export const GuestReferenceError: ReferenceErrorConstructor = ReferenceError;
export const toText: StringConstructor = String;
export const toNumber: NumberConstructor = Number;
export const isSafeInteger: typeof Number.isSafeInteger = Number.isSafeInteger;

type Method = (...args: never[]) => unknown;

/** A method of a prototype as a function whose first argument is `this`. */
const uncurry = (owner: object, name: string): never => {
  const { call } = Function.prototype as unknown as {
    call: { bind(method: Method | undefined): never };
  };
  return call.bind((owner as Record<string, Method>)[name]);
};

export const slice: (text: string, start: number, end?: number) => string = uncurry(
  String.prototype,
  'slice',
);
export const join: (list: readonly string[], separator: string) => string = uncurry(
  Array.prototype,
  'join',
);
export const push: <Item>(list: Item[], item: Item) => number = uncurry(Array.prototype, 'push');
export const sort: <Item>(list: Item[], compare: (a: Item, b: Item) => number) => Item[] = uncurry(
  Array.prototype,
  'sort',
);
export const dateToText: (date: Date) => string = uncurry(Date.prototype, 'toISOString');

const forEachEntry: (
  map: Map<unknown, unknown>,
  visit: (value: unknown, key: unknown) => void,
) => void = uncurry(Map.prototype, 'forEach');
const forEachValue: (set: Set<unknown>, visit: (value: unknown) => void) => void = uncurry(
  Set.prototype,
  'forEach',
);

export const mapEntries = (map: Map<unknown, unknown>): (readonly [unknown, unknown])[] => {
  const entries: (readonly [unknown, unknown])[] = [];
  forEachEntry(map, (value, key) => {
    push(entries, [key, value] as const);
  });
  return entries;
};
export const setValues = (set: Set<unknown>): unknown[] => {
  const values: unknown[] = [];
  forEachValue(set, (value) => {
    push(values, value);
  });
  return values;
};

/** The global object of the guest. */
export const guestGlobal: Record<string, unknown> = globalThis;
