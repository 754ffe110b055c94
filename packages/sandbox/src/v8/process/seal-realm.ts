/**
 * Makes the process's own realm of no use for a guest that has an object of it (V8 rejects `import()` with an error of that
 * realm): no function leads to the constructors that make code from text, which a flag of the process refuses too, and
 * nothing can be added to its prototypes, where the process's own code would find it. What is there can still be replaced: the wall
 * is the isolation by the operating system.
 */
export function sealRealm(): void {
  const kinds = [
    () => 0,
    async () => Promise.resolve(),
    function* () {
      yield 0;
    },
    async function* () {
      yield Promise.resolve();
    },
  ];
  for (const kind of kinds) {
    const prototype = Object.getPrototypeOf(kind) as object;
    Reflect.deleteProperty(prototype, 'constructor');
    Reflect.preventExtensions(prototype);
  }
  // Who formats the stacks of this realm sees frames of the process.
  const none = { value: undefined, writable: false, configurable: false };
  Reflect.defineProperty(Error, 'prepareStackTrace', none);
  const owners = [Object, Function, Array, Error, TypeError, RangeError, Promise, Map, Set, RegExp];
  for (const owner of owners) {
    Reflect.preventExtensions(owner);
    Reflect.preventExtensions(owner.prototype);
  }
}
