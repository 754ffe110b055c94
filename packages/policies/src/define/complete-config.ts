import { PolicyError, describeValue } from '../policy-error.js';

/** A configuration in which every option has its value. */
export type CompleteConfig<Config extends object> = Readonly<Required<Config>>;

/**
 * Fills a configuration up with the defaults. Keys may be spelt `minSteps` or `min_steps`. A value must
 * be of its default's type: a number from 0, a text that is not empty. Throws `PolicyError`
 * (`invalid_policy_config`) for other values, and for an unknown option, listing the known ones.
 */
export function completeConfig<Config extends object>(
  policy: string,
  defaults: CompleteConfig<Config>,
  given: object | null | undefined,
): CompleteConfig<Config> {
  const known = Object.keys(defaults);
  const refuse = (problem: string): never => {
    throw new PolicyError('invalid_policy_config', `Policy '${policy}': ${problem}`, known);
  };
  const complete: Record<string, unknown> = { ...defaults };
  for (const [key, value] of Object.entries(given ?? {})) {
    const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (!known.includes(name)) refuse(`unknown option '${key}'. Known: ${known.join(', ')}`);
    if (value === undefined) continue;
    const type = typeOf(complete[name]);
    if (typeOf(value) !== type || value === '')
      refuse(`${key} must be ${type}, got ${describeValue(value)}`);
    complete[name] = value;
  }
  return Object.freeze(complete) as CompleteConfig<Config>;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'number') return `a ${typeof value}`;
  return value >= 0 ? 'a number from 0' : 'another number';
}
