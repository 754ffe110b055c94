/**
 * Makes the process's own realm harder to use for a guest that has an object of it (V8 rejects `import()` with an error of
 * that realm): nothing can be added to its prototypes, where the process's own code would find it. That code cannot be
 * compiled from text there is a flag of the process.
 */
export function sealRealm(): void {
  const owners = [Object, Function, Array, Error, TypeError, RangeError, Promise, Map, Set, RegExp];
  for (const owner of owners) {
    Reflect.preventExtensions(owner);
    Reflect.preventExtensions(owner.prototype);
  }
}
