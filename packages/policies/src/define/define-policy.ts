import { completeConfig, type CompleteConfig, type ConfigRules } from './complete-config.js';
import { atOnce } from './at-once.js';
import type { NamedPolicy } from '../shapes/policy.js';
import type { PolicyNames } from './policy-names.js';

/** What a list of factories needs of each: {@link PolicyFactory} without its configuration's type. */
export interface AnyPolicyFactory<Policy> {
  (config?: never, source?: PolicyNames): Policy;
  /** The name under which it registers. */
  readonly policyName: string;
  readonly description: string;
  readonly defaultConfig: object;
}

/**
 * Makes policies of one sort: a new one at each call. Throws `PolicyError` for a configuration that the
 * policy does not know.
 */
export interface PolicyFactory<Config extends object, Policy> extends AnyPolicyFactory<Policy> {
  (config?: Partial<Config> | null, source?: PolicyNames): Policy;
  readonly defaultConfig: CompleteConfig<Config>;
}

/** The recipe of a policy: what {@link definePolicy} takes. */
export interface PolicyDefinition<Config extends object, Policy extends NamedPolicy> {
  readonly name: string;
  /** One line for lists. */
  readonly description: string;
  /** Each option with its default; a value that is given must be of the default's type. */
  readonly defaults: CompleteConfig<Config>;
  /** Rules of options for which that says too little. */
  readonly rules?: ConfigRules;
  /** Makes the policy's methods, with state of their own. */
  readonly create: (
    config: CompleteConfig<Config>,
    source?: PolicyNames,
  ) => Omit<Policy, keyof NamedPolicy>;
}

/** Turns a recipe into a factory that checks the configuration before it makes a policy. */
/* @__NO_SIDE_EFFECTS__ */
export function definePolicy<Config extends object, Policy extends NamedPolicy>(
  definition: PolicyDefinition<Config, Policy>,
): PolicyFactory<Config, Policy> {
  const { name, description, defaults, rules, create } = definition;
  const make = (given?: Partial<Config> | null, source?: PolicyNames): Policy => {
    const config = completeConfig(name, defaults, given, rules);
    const made = atOnce(`create() of policy '${name}'`, create(config, source));
    return { name, description, config, ...made } as unknown as Policy;
  };
  return Object.assign(make, {
    policyName: name,
    description,
    defaultConfig: defaults,
  });
}
