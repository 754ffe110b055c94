import { describeValue } from '@rlm/repl-types/internal';

import type { PolicyNames } from '../define/policy-names.js';
import { PolicyError } from '../policy-error.js';

/** A class whose instances are policies. It checks the configuration itself. */
export type PolicyClass<Policy> = new (config: never, source: PolicyNames) => Policy;

/** A function that makes a policy, a new one at each call. */
export type MakePolicy<Policy> = (config: never, source: PolicyNames) => Policy;

/** Makes a policy from a configuration that may still be unchecked. */
export type MakeFrom = (config: object | null | undefined, source: PolicyNames) => unknown;

/** Turns a class, a plain function or a defined factory into one way to make policies. */
export function asMaker(name: string, given: unknown): MakeFrom {
  if (typeof given !== 'function')
    throw new PolicyError(
      'invalid_policy',
      `Expected policy '${name}' to be a class or a function, got ${describeValue(given)}.`,
    );
  return /^class\b/.test(String(given))
    ? (config, source) => Reflect.construct(given, [config, source]) as unknown
    : (given as MakeFrom);
}
