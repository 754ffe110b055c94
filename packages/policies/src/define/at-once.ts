import { isPromise } from '@rlm/repl-types/internal';

import { PolicyError } from '../policy-error.js';

/** What a function of a policy gave. Throws `PolicyError` (`policy_failed`) for a promise, which nobody would wait for. */
export function atOnce<T>(what: string, given: T): T {
  if (!isPromise(given)) return given;
  throw new PolicyError(
    'policy_failed',
    `Expected ${what} to give its result at once, got a promise. Make the function synchronous.`,
  );
}

/** Makes a policy new for a run. Throws what its `reset` throws, and `PolicyError` (`policy_failed`) if that gives a promise. */
export function resetPolicy(policy: { readonly name: string; reset(): unknown }): void {
  atOnce(`reset() of policy '${policy.name}'`, policy.reset());
}
