import { completeConfig, option } from '../define/options.js';
import type { PolicySource } from '../define/define-policy.js';
import { PolicyError, describeValue } from '../policy-error.js';

/** A class whose instances are policies. A static `defaultConfig` has configurations checked against it. */
export type PolicyClass<Policy> = new (config: never, source: PolicySource) => Policy;

/** A function that makes a policy; a new one at each call. */
export type MakePolicy<Policy> = (config: never, source: PolicySource) => Policy;

/** Makes a policy from a configuration that need not be checked yet. */
export type MakeFrom = (config: object | null | undefined, source: PolicySource) => unknown;

/** Makes one way of construction out of a class, a plain function or a defined factory. */
export function asMaker(name: string, given: unknown): MakeFrom {
  if (typeof given !== 'function')
    throw new PolicyError(
      'invalid_policy',
      `Policy '${name}' must be a class or a function, got ${describeValue(given)}`,
    );
  const make: MakeFrom = /^class\b/.test(String(given))
    ? (config, source) => Reflect.construct(given, [config, source]) as unknown
    : (given as MakeFrom);
  const { defaultConfig, policyName } = given as { defaultConfig?: object; policyName?: string };
  if (policyName !== undefined || defaultConfig === undefined) return make;
  const options = Object.fromEntries(
    Object.entries(defaultConfig).map(([key, initial]: [string, unknown]) => [
      key,
      option(initial, `a ${typeof initial}`, (value) => typeof value === typeof initial),
    ]),
  );
  return (config, source) => make(completeConfig(name, options, config), source);
}
