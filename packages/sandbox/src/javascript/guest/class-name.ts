import { brandOf } from './brand.js';
import { getPrototypeOf, hasOwn, lookupGetter, objectPrototype, slice } from './intrinsics.js';

/** The name of an object's class; the object is not a proxy. */
export function className(value: object): string {
  try {
    const prototype: unknown = getPrototypeOf(value);
    return typeof prototype === 'object' && prototype !== null ? nameOfMaker(prototype) : 'Object';
  } catch {
    return 'Object';
  }
}

/** The class's name of objects that have no class of their own: `Object`, unless a cell has renamed it. */
export function plainObjectName(): string {
  return nameOfMaker(objectPrototype);
}

let lastPrototype: object | undefined;
let lastName = '';

/** {@link className}, which the items of a list often share. */
export function sharedClassName(value: object): string {
  const prototype = getPrototypeOf(value) as object | null;
  if (prototype === null) return 'Object';
  if (prototype !== lastPrototype) {
    lastName = className(value);
    lastPrototype = prototype;
  }
  return lastName;
}

/** Must be called before code of a cell runs again: it may rename a class. */
export function forgetClass(): void {
  lastPrototype = undefined;
}

const ownMaker: unknown = Object;

/** A prototype and a class may be proxies, which are not asked. */
function nameOfMaker(prototype: object): string {
  if (prototype !== objectPrototype && brandOf(prototype) === 'proxy') return 'Object';
  const maker = valueOf(prototype, 'constructor');
  if (typeof maker !== 'function') return 'Object';
  if (maker !== ownMaker && brandOf(maker) === 'proxy') return 'Object';
  const name = valueOf(maker, 'name');
  return typeof name === 'string' && name !== '' ? shortName(name) : 'Object';
}

/** The value of an object's own property, which is not a proxy; undefined if it has a getter. */
export function valueOf(owner: object, name: string): unknown {
  if (!hasOwn(owner, name) || lookupGetter(owner, name) !== undefined) return undefined;
  return (owner as Record<string, unknown>)[name];
}

/** A function as it is shown; a proxy is not asked for its name. */
export function functionText(value: object): string {
  const name = brandOf(value) === 'proxy' ? undefined : valueOf(value, 'name');
  const isNamed = typeof name === 'string' && name !== '';
  return '[Function ' + (isNamed ? shortName(name) : '(anonymous)') + ']';
}

function shortName(name: string): string {
  return name.length > 100 ? slice(name, 0, 100) : name;
}
