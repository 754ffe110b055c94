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
export const keys: typeof Object.keys = Object.keys;
export const create: typeof Object.create = Object.create;
export const ownKeys: typeof Reflect.ownKeys = Reflect.ownKeys;
export const isArray: typeof Array.isArray = Array.isArray;
export const arrayFrom: typeof Array.from = Array.from;
export const GuestMap: MapConstructor = Map;
export const GuestSet: SetConstructor = Set;
export const GuestDate: DateConstructor = Date;
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
export const test: (pattern: RegExp, text: string) => boolean = uncurry(RegExp.prototype, 'test');
export const dateToText: (date: Date) => string = uncurry(Date.prototype, 'toISOString');

const entriesOf: (map: Map<unknown, unknown>) => Iterable<[unknown, unknown]> = uncurry(
  Map.prototype,
  'entries',
);
const valuesOf: (set: Set<unknown>) => Iterable<unknown> = uncurry(Set.prototype, 'values');

export const mapEntries = (map: Map<unknown, unknown>): [unknown, unknown][] =>
  arrayFrom(entriesOf(map));
export const setValues = (set: Set<unknown>): unknown[] => arrayFrom(valuesOf(set));

/** The global object of the guest. */
export const guestGlobal: Record<string, unknown> = globalThis;
