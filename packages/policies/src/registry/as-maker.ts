import { describeValue } from '@rlm/repl-types/internal';

import type { PolicyNames } from '../define/policy-names.js';
import { PolicyError } from '../policy-error.js';

/** A class whose instances are policies; it checks the configuration itself. */
export type PolicyClass<Policy> = new (config: never, source: PolicyNames) => Policy;

/** A function that makes a policy; a new one at each call. */
export type MakePolicy<Policy> = (config: never, source: PolicyNames) => Policy;

/** Makes a policy from a configuration that need not be checked yet. */
export type MakeFrom = (config: object | null | undefined, source: PolicyNames) => unknown;

/** Makes one way of construction out of a class, a plain function or a defined factory. */
export function asMaker(name: string, given: unknown): MakeFrom {
  if (typeof given !== 'function')
    throw new PolicyError(
      'invalid_policy',
      `'${name}' is no class or function: ${describeValue(given)}`,
    );
  return /^class\b/.test(String(given))
    ? (config, source) => Reflect.construct(given, [config, source]) as unknown
    : (given as MakeFrom);
}
