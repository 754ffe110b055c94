import { isPromise } from '@rlm/repl-types/internal';

import { PolicyError } from '../policy-error.js';

/**
 * Returns the result of a policy's function. Throws `PolicyError` (`policy_failed`) for a promise, because the loop
 * does not wait for it.
 */
export function atOnce<T>(what: string, given: T): T {
  if (!isPromise(given)) return given;
  throw new PolicyError(
    'policy_failed',
    `Expected ${what} to give its result at once, got a promise. Make the function synchronous.`,
  );
}

/**
 * Resets a policy for a new run. Errors of its `reset` are passed on; a promise throws `PolicyError` (`policy_failed`).
 */
export function resetPolicy(policy: { readonly name: string; reset(): unknown }): void {
  atOnce(`reset() of policy '${policy.name}'`, policy.reset());
}
