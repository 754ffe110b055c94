/** Waits until a check no longer throws; see eventually.js. */
export function eventually<Value>(check: () => Value | Promise<Value>): Promise<Value>;
