import type { Arity } from '../../contract/preflight.js';
import type { HostCallContext, HostFunction, HostFunctionSpec } from '../../contract/session.js';

/** Functions of the host by name, as `open` takes them. */
export type HostFunctions = Readonly<Record<string, HostFunction | HostFunctionSpec>>;

type Invoke = (context: HostCallContext, ...args: readonly unknown[]) => unknown;

/** A host function, ready to be called; `batchOf` names the function that a derived batch calls for each item. */
export interface BoundFunction {
  readonly name: string;
  readonly invoke: Invoke;
  /** How many arguments it takes, where that is known. */
  readonly arity?: Arity;
  readonly batchOf?: BoundFunction;
}

/** Names that get a `_batched` form of their own accord, when the host gives only the single one. */
const batchable = ['llm_query', 'rlm_query'];

/**
 * Makes the functions that a session offers callable, and adds `llm_query_batched` / `rlm_query_batched` where only
 * the single form is given: a list in, results in its order out, each item a call of its own under the same
 * scheduler. The place of an item that failed holds null (its error stands in `llmCalls`); when all failed, the
 * call fails as the first did.
 */
export function bindFunctions(functions: HostFunctions = {}): ReadonlyMap<string, BoundFunction> {
  const bound = new Map<string, BoundFunction>();
  for (const [name, value] of Object.entries(functions)) {
    const arity = arityOf(value);
    bound.set(name, { name, invoke: toInvoke(value), ...(arity === undefined ? {} : { arity }) });
  }
  for (const name of batchable) {
    const single = bound.get(name);
    const batched = `${name}_batched`;
    if (single !== undefined && !bound.has(batched)) {
      bound.set(batched, {
        name: batched,
        invoke: () => undefined,
        batchOf: single,
        arity: [1, null],
      });
    }
  }
  return bound;
}

/** A plain function that names parameters wants something for the first; those after it may be optional. */
function arityOf(given: HostFunction | HostFunctionSpec): Arity | undefined {
  if (typeof given !== 'function') return given.takes;
  return given.length === 0 ? undefined : [1, null];
}

function toInvoke(given: HostFunction | HostFunctionSpec): Invoke {
  if (typeof given === 'function') {
    const plain = given as (...args: readonly unknown[]) => unknown;
    return (_context, ...args) => plain(...args);
  }
  return (context, ...args) => (given.run as Invoke)(context, ...args);
}
