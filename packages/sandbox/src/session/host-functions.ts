import type { HostCallContext, HostFunction, HostFunctionSpec } from '../contract/session.js';

/** Functions of the host by name, as `open` takes them. */
export type HostFunctions = Readonly<Record<string, HostFunction | HostFunctionSpec>>;

type Invoke = (context: HostCallContext, ...args: readonly unknown[]) => unknown;

/** A host function, ready to be called; `batchOf` names the function that a derived batch calls for each item. */
export interface BoundFunction {
  readonly name: string;
  readonly invoke: Invoke;
  readonly batchOf?: BoundFunction | undefined;
}

/** Names that get a `_batched` form automatically, if the host provides only the single one. */
const batchable = ['llm_query', 'rlm_query'];

/**
 * Makes a session's functions callable. Adds `llm_query_batched` / `rlm_query_batched` if only the single form is
 * given: it takes a list and returns the results in order, each item a call of its own under the same scheduler. A
 * failed item is null in the result (its error is in `llmCalls`). If all fail, the call fails with the first error.
 */
export function bindFunctions(functions: HostFunctions = {}): ReadonlyMap<string, BoundFunction> {
  const bound = new Map<string, BoundFunction>();
  for (const [name, value] of Object.entries(functions)) {
    bound.set(name, { name, invoke: toInvoke(value) });
  }
  for (const name of batchable) {
    const single = bound.get(name);
    const batched = `${name}_batched`;
    if (single !== undefined && !bound.has(batched)) {
      bound.set(batched, {
        name: batched,
        invoke: () => undefined,
        batchOf: single,
      });
    }
  }
  return bound;
}

function toInvoke(given: HostFunction | HostFunctionSpec): Invoke {
  if (typeof given === 'function') {
    const plain = given as (...args: readonly unknown[]) => unknown;
    return (_context, ...args) => plain(...args);
  }
  return (context, ...args) => (given.run as Invoke)(context, ...args);
}
