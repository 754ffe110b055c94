/** What stands for a decision that nobody can give now. */
export interface Suspension {
  readonly [suspensionKey]: true;
}

const suspensionKey: unique symbol = Symbol.for('@rlm/kernel/suspension');

/**
 * What `approve` returns where nobody is there to decide: the run ends as `suspended`, its journal keeps what was asked, and the
 * process may end. `decide(store, id, { key, value: true })` of `@rlm/journal` gives the answer, and the next resume goes on. A run
 * without a journal fails.
 */
export function suspend(): Suspension {
  return Object.freeze({ [suspensionKey]: true as const });
}

/** Whether a value stands for a decision that nobody can give now. */
export function isSuspension(value: unknown): value is Suspension {
  return typeof value === 'object' && value !== null && suspensionKey in value;
}
