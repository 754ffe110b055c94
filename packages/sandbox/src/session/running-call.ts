import { SandboxError } from '../contract/errors.js';
import { nodeProcess } from './node-process.js';

/** A host call while it runs: whose it is, and on whose behalf its cell was executed. */
export interface RunningCall {
  /** Stands for the session whose cell waits for the call. */
  readonly owner: object;
  /** The host function's name. */
  readonly name: string;
  /** The call within which the cell was executed, if any. */
  readonly around: RunningCall | undefined;
  /** False once the cell has its answer. */
  isPending: boolean;
}

interface Storage {
  getStore(): RunningCall | undefined;
  run<Value>(call: RunningCall, task: () => Value): Value;
}

const storage: Storage = createStorage();

/** The host call on whose behalf the code runs that asks, also after it has awaited something. */
export function currentCall(): RunningCall | undefined {
  return storage.getStore();
}

/** Runs a host function as part of its call. */
export function runWithin<Value>(call: RunningCall, task: () => Value): Value {
  return storage.run(call, task);
}

/**
 * Refuses to let a host function use the session whose cell waits for it: that would wait for itself.
 *
 * @throws SandboxError `session_busy`
 */
export function refuseWithinOwnCall(owner: object, method: string): void {
  for (let call = currentCall(); call !== undefined; call = call.around) {
    if (!call.isPending || call.owner !== owner) continue;
    throw new SandboxError(
      'session_busy',
      `${method} was called from within the host function ${call.name}, whose cell waits for its answer: use another session, or call it when the cell has ended`,
    );
  }
}

/** Node.js, Deno and Bun have this; elsewhere a call is known only until its function awaits something. */
function createStorage(): Storage {
  const hooks = nodeProcess()?.getBuiltinModule?.('node:async_hooks');
  if (hooks !== undefined) return new hooks.AsyncLocalStorage<RunningCall>();
  let current: RunningCall | undefined;
  return {
    getStore: () => current,
    run(call, task) {
      const before = current;
      current = call;
      try {
        return task();
      } finally {
        current = before;
      }
    },
  };
}
