/** Returns a value that must exist; `what` names it in the error, which reports a fault of this backend. */
export function present<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}
