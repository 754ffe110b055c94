import { InvalidOptionError } from '@rlm/repl-types';
import { checkOptions, fields, type OptionRule } from '@rlm/repl-types/options';

import { ruleOfDefault } from './rule-of-default.js';

/** A configuration in which every option has its value. */
export type CompleteConfig<Config extends object> = Readonly<Required<Config>>;

/** Rules of options for which their default's type says too little: a range, the items of a list. */
export type ConfigRules = Readonly<Record<string, OptionRule>>;

/**
 * Fills a configuration up with the defaults. Keys may be spelt `minSteps` or `min_steps`. A value must
 * be of its default's type (a number from 0, a text that is not empty), or follow its rule in `narrower`. Throws
 * `InvalidOptionError` for other values, and for an unknown option, with the nearest one.
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
    ({ option, problem }) => new InvalidOptionError(option, problem, `Policy '${policy}'`),
  );
  const chosen = Object.entries(config).filter(([, value]) => value !== undefined);
  return Object.freeze({ ...defaults, ...Object.fromEntries(chosen) });
}

/** The options under their names; a key that is none stays as it was written, and what is no object stays what it is. */
function inCamelCase(given: object, known: object): object {
  const isList: boolean = Array.isArray(given);
  if (typeof given !== 'object' || isList) return given;
  const named = Object.entries(given).map(([key, value]): [string, unknown] => {
    const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return [Object.hasOwn(known, name) ? name : key, value];
  });
  return Object.fromEntries(named);
}
