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

/** Calls a method that was taken from a prototype: `uncurry(''.slice)('abc', 1)`. */
export const uncurry: <This, Args extends readonly unknown[], Result>(
  method: (this: This, ...args: Args) => Result,
) => (self: This, ...args: Args) => Result = Function.prototype.bind.bind(Function.prototype.call);

export const slice: (text: string, start: number, end?: number) => string = uncurry(''.slice);
export const join: (list: readonly string[], separator: string) => string = uncurry(
  [].join as (this: readonly string[], separator: string) => string,
);
export const push: <Item>(list: Item[], item: Item) => number = uncurry(
  [].push as (this: unknown[], item: unknown) => number,
) as never;
export const sort: <Item>(list: Item[], compare: (a: Item, b: Item) => number) => Item[] = uncurry(
  [].sort as (this: unknown[], compare: (a: never, b: never) => number) => unknown[],
) as never;
export const test: (pattern: RegExp, text: string) => boolean = uncurry(/x/.test) as never;
export const mapEntries: (map: Map<unknown, unknown>) => [unknown, unknown][] = ((entries) => {
  return (map: Map<unknown, unknown>) => arrayFrom(entries(map));
})(
  uncurry(
    new Map<unknown, unknown>().entries as (
      this: Map<unknown, unknown>,
    ) => IterableIterator<[unknown, unknown]>,
  ),
);
export const setValues: (set: Set<unknown>) => unknown[] = ((values) => {
  return (set: Set<unknown>) => arrayFrom(values(set));
})(uncurry(new Set<unknown>().values as (this: Set<unknown>) => IterableIterator<unknown>));
export const dateToText: (date: Date) => string = uncurry(new Date(0).toISOString);

/** The global object of the guest. */
export const guestGlobal: Record<string, unknown> = globalThis as never;
