import { InvalidOptionError } from '@rlm/repl-types';
import { checkOptions, fields, type OptionRule } from '@rlm/repl-types/options';
import { definedFields } from '@rlm/repl-types/internal';

import { ruleOfDefault } from './rule-of-default.js';

/** A configuration with a value for every option. */
export type CompleteConfig<Config extends object> = {
  readonly [Name in keyof Config]-?: Exclude<Config[Name], undefined>;
};

/** Rules for options whose default's type is too loose: a range, the items of a list. */
export type ConfigRules = Readonly<Record<string, OptionRule>>;

/**
 * Completes a configuration with the defaults. Keys may be spelt `minSteps` or `min_steps`. A value must have its
 * default's type (a number from 0, a text that is not empty), or follow its rule in `narrower`. Throws
 * `InvalidOptionError` for other values, and for an unknown option, with the nearest known one.
 */
export function completeConfig<Config extends object>(
  policy: string,
  defaults: CompleteConfig<Config>,
  given: object | null | undefined,
  narrower: ConfigRules = {},
): CompleteConfig<Config> {
  const rules: Record<string, OptionRule> = {};
  for (const [name, value] of Object.entries(defaults)) rules[name] = ruleOfDefault(value);
  Object.assign(rules, narrower);
  const config = inCamelCase(given ?? {}, rules);
  checkOptions(
    config,
    fields(rules),
    (fault) => new InvalidOptionError(fault, `Policy '${policy}'`),
  );
  return Object.freeze({ ...defaults, ...definedFields(config) });
}

/**
 * Renames keys to the known options. A key that is not an option stays as written, and a value that is not an object is
 * returned unchanged.
 */
function inCamelCase(given: object, known: object): object {
  const isList: boolean = Array.isArray(given);
  if (typeof given !== 'object' || isList) return given;
  const named = Object.entries(given).map(([key, value]): [string, unknown] => {
    const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return [Object.hasOwn(known, name) ? name : key, value];
  });
  return Object.fromEntries(named);
}
