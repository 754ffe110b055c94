import { option, completeConfig, type PolicyOption } from '../define/options.js';
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
      `Policy '${name}' must be registered with a class or a function, got ${describeValue(given)}`,
    );
  const make: MakeFrom = isClass(given)
    ? (config, source) => Reflect.construct(given, [config, source]) as unknown
    : (given as MakeFrom);
  const defaults: unknown = (given as { defaultConfig?: unknown }).defaultConfig;
  if ('policyName' in given || typeof defaults !== 'object' || defaults === null) return make;
  const options: Record<string, PolicyOption<unknown>> = {};
  for (const [key, initial] of Object.entries(defaults))
    options[key] = option(
      initial,
      `like its default, ${describeValue(initial)}`,
      (value) => typeof value === typeof initial && Array.isArray(value) === Array.isArray(initial),
    );
  return (config, source) => make(completeConfig(name, options, config), source);
}

function isClass(given: object): boolean {
  const prototype: unknown = (given as { prototype?: unknown }).prototype;
  return (
    /^class\b/.test(Function.prototype.toString.call(given)) ||
    (typeof prototype === 'object' &&
      prototype !== null &&
      Object.getOwnPropertyNames(prototype).length > 1)
  );
}
