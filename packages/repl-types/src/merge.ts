/**
 * `{ ...one, ...two }`, without a new hidden class each time. Node.js 20 (V8 11) makes one for each property that is added
 * to what an object literal copied first, and never finds it again.
 */
export function merge<One extends object, Two extends object>(
  one: One,
  two: Two,
): Omit<One, keyof Two> & Two {
  return { ...{}, ...one, ...two };
}
