import { checkOptions, fields, required, someText, text } from '@rlm/repl-types/options';
import { callable, refuseOption } from '@rlm/repl-types/internal';

import { ruleOfDefault } from './rule-of-default.js';
import { completeConfig, type CompleteConfig, type ConfigRules } from './complete-config.js';
import type { ShapeInit } from './complete-shape.js';
import { atOnce } from './at-once.js';
import type { NamedPolicy } from '../shapes/policy.js';
import type { PolicyNames } from './policy-names.js';

/** What lists of factories need: {@link PolicyFactory} without the type of its configuration. */
export interface AnyPolicyFactory<Policy> {
  (config?: never, source?: PolicyNames): Policy;
  /** The name under which it registers. */
  readonly policyName: string;
  readonly description: string;
  readonly defaultConfig: object;
}

/** Makes policies of one kind, a new one at each call. Throws an error for an option that the policy does not know. */
export interface PolicyFactory<Config extends object, Policy> extends AnyPolicyFactory<Policy> {
  (config?: ShapeInit<Config> | null, source?: PolicyNames): Policy;
  readonly defaultConfig: CompleteConfig<Config>;
}

/** The recipe of a policy, for {@link definePolicy}. */
export interface PolicyDefinition<Config extends object, Policy extends NamedPolicy> {
  readonly name: string;
  /** One line, for lists. */
  readonly description: string;
  /** Each option with its default. A given value must have the default's type. */
  readonly defaults: CompleteConfig<Config>;
  /** Rules for options whose default's type is too loose. */
  readonly rules?: ConfigRules | undefined;
  /** Makes the policy's methods, with their own state. */
  readonly create: (
    config: CompleteConfig<Config>,
    source?: PolicyNames,
  ) => Omit<Policy, keyof NamedPolicy>;
}

const definitionRule = fields<PolicyDefinition<object, NamedPolicy>>({
  name: required(someText),
  description: required(text),
  defaults: required(ruleOfDefault({})),
  rules: ruleOfDefault({}),
  create: required(callable),
});

/** Makes a factory from a recipe. The factory checks the configuration before it makes a policy. */
export function definePolicy<Config extends object, Policy extends NamedPolicy>(
  definition: PolicyDefinition<Config, Policy>,
): PolicyFactory<Config, Policy> {
  checkOptions(definition, required(definitionRule), refuseOption);
  const { name, description, defaults, rules, create } = definition;
  const make = (given?: ShapeInit<Config> | null, source?: PolicyNames): Policy => {
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
