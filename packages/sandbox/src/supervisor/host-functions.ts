import { SandboxError } from '../contract/errors.js';
import type { HostCallContext, HostFunction, HostFunctionSpec } from '../contract/session.js';

/** Functions of the host by name, as `open` takes them. */
export type HostFunctions = Readonly<Record<string, HostFunction | HostFunctionSpec>>;

type Invoke = (context: HostCallContext, ...args: readonly unknown[]) => unknown;

/** A host function, ready to be called; `batchOf` names the function that a derived batch calls for each item. */
export interface BoundFunction {
  readonly name: string;
  readonly invoke: Invoke;
  readonly batchOf?: BoundFunction;
}

/** Names that get a `_batched` form of their own accord, when the host gives only the single one. */
const batchable = ['llm_query', 'rlm_query'];

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;
const ownNames = ['FINAL', 'FINAL_VAR', 'SUBMIT', 'SHOW_VARS', 'print', 'console', 'answer'];

/**
 * Checks the functions that a session offers, and adds `llm_query_batched` / `rlm_query_batched` where only
 * the single form is given: a list in, results in its order out, each item a call of its own under the same
 * scheduler. The place of an item that failed holds null (its error stands in `llmCalls`); when all failed, the
 * call fails as the first did.
 *
 * @throws SandboxError `invalid_option`
 */
export function bindFunctions(functions: HostFunctions = {}): ReadonlyMap<string, BoundFunction> {
  const bound = new Map<string, BoundFunction>();
  for (const [name, value] of Object.entries(functions)) {
    requireName(name);
    bound.set(name, { name, invoke: toInvoke(name, value) });
  }
  for (const name of batchable) {
    const single = bound.get(name);
    const batched = `${name}_batched`;
    if (single !== undefined && !bound.has(batched)) {
      bound.set(batched, { name: batched, invoke: () => undefined, batchOf: single });
    }
  }
  return bound;
}

function requireName(name: string): void {
  if (identifier.test(name) && !ownNames.includes(name)) return;
  throw new SandboxError(
    'invalid_option',
    `expected the name of a host function to be an identifier that the sandbox does not use itself, got ${JSON.stringify(name)}`,
  );
}

function toInvoke(name: string, value: unknown): Invoke {
  if (typeof value === 'function') {
    const plain = value as (...args: readonly unknown[]) => unknown;
    return (_context, ...args) => plain(...args);
  }
  if (typeof value === 'object' && value !== null && 'run' in value) {
    const spec = value;
    if (typeof spec.run === 'function') {
      return (context, ...args) => (spec.run as Invoke)(context, ...args);
    }
  }
  throw new SandboxError(
    'invalid_option',
    `expected host function ${name} to be a function or { run }, got ${typeof value}`,
  );
}
