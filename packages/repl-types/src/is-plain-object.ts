/** Whether an object is of no class: its prototype is null, or that of all objects, of this realm or another. */
export function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || isObjectPrototype(prototype as object);
}

/** Whether an object is the last prototype, of this realm or another. */
export function isObjectPrototype(value: object): boolean {
  if (value === Object.prototype) return true;
  return Object.getPrototypeOf(value) === null && Object.hasOwn(value, 'hasOwnProperty');
}
