/** Takes the place of a decision that no one can make now. */
export interface Suspension {
  readonly [suspensionKey]: true;
}

const suspensionKey: unique symbol = Symbol.for('@rlm/kernel/suspension');

/**
 * Returned by `approve` if no one can decide now: the run ends as `suspended`, its journal keeps
 * the request, and the process may end. `decide(store, id, { key, value: true })` of `@rlm/journal`
 * records the decision, and the next resume goes on. A run without a journal fails.
 */
export function suspend(): Suspension {
  return Object.freeze({ [suspensionKey]: true as const });
}

/** Whether a value takes the place of a decision that no one can make now. */
export function isSuspension(value: unknown): value is Suspension {
  return typeof value === 'object' && value !== null && suspensionKey in value;
}
