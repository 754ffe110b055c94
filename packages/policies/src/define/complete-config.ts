import { PolicyError, describeValue } from '../policy-error.js';

/** A configuration in which every option has its value. */
export type CompleteConfig<Config extends object> = Readonly<Required<Config>>;

/** Says what is wrong with a complete configuration: `maxPeriod must be at most 16`. */
export type CheckConfig<Config extends object> = (
  config: CompleteConfig<Config>,
) => string | false | undefined;

/**
 * Fills a configuration up with the defaults. Keys may be spelt `minSteps` or `min_steps`. A value must
 * be of its default's type: a number from 0, a text that is not empty. Throws `PolicyError`
 * (`invalid_policy_config`) for other values, and for an unknown option, listing the known ones.
 */
export function completeConfig<Config extends object>(
  policy: string,
  defaults: CompleteConfig<Config>,
  given: object | null | undefined,
  check?: CheckConfig<Config>,
): CompleteConfig<Config> {
  const known = Object.keys(defaults);
  const refuse = (problem: string): never => {
    throw new PolicyError('invalid_policy_config', `Policy '${policy}': ${problem}`, known);
  };
  const complete: Record<string, unknown> = { ...defaults };
  for (const [key, value] of Object.entries(given ?? {})) {
    const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (!known.includes(name)) refuse(`unknown option '${key}'. Known: ${known.join(', ')}`);
    const type = typeOf(complete[name]);
    if (value !== undefined && (typeOf(value) !== type || value === ''))
      refuse(`${key} must be ${type}, got ${describeValue(value)}`);
    if (value !== undefined) complete[name] = value;
  }
  const problem = check?.(complete as CompleteConfig<Config>);
  if (problem) refuse(problem);
  return complete as CompleteConfig<Config>;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'number') return `a ${typeof value}`;
  return value >= 0 ? 'a number from 0' : 'another number';
}
