/** The value, which must be there; `what` names it in the error of a fault in this backend itself. */
export function present<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}
