import { PolicyError, describeValue } from '../policy-error.js';

/** One option of a policy: its default, and what it may be. */
export interface PolicyOption<Value> {
  /** The value when none is given. */
  readonly initial: Value;
  /** What the option must be, as an error says it: `true or false`. */
  readonly expected: string;
  /** Whether a given value is one. */
  readonly accepts: (value: unknown) => boolean;
}

/** The options of a policy, by name. */
export type PolicyOptions<Config extends object> = {
  readonly [Key in keyof Config]-?: PolicyOption<Exclude<Config[Key], undefined>>;
};

/** A configuration in which every option has its value. */
export type CompleteConfig<Config extends object> = {
  readonly [Key in keyof Config]-?: Exclude<Config[Key], undefined>;
};

/** An option of any type: its default, what it must be in words, and the test for it. */
export function option<Value>(
  initial: Value,
  expected: string,
  accepts: (value: unknown) => boolean,
): PolicyOption<Value> {
  return { initial, expected, accepts };
}

/** An option that is a number from `min` to `max`. */
export function number(initial: number, min: number, max: number): PolicyOption<number> {
  return option(
    initial,
    `a number from ${min} to ${max}`,
    (value) => typeof value === 'number' && value >= min && value <= max,
  );
}

/** An option that is a whole number of at least `min`, or Infinity. */
export function count(initial: number, min = 1): PolicyOption<number> {
  return option(
    initial,
    `a whole number of at least ${min}, or Infinity`,
    (value) => value === Infinity || (Number.isInteger(value) && (value as number) >= min),
  );
}

/** An option that is on or off. */
export function flag(initial: boolean): PolicyOption<boolean> {
  return option(initial, 'true or false', (value) => typeof value === 'boolean');
}

/** An option that is a text, not an empty one. */
export function text(initial: string): PolicyOption<string> {
  return option(initial, 'a text', (value) => typeof value === 'string' && value !== '');
}

/**
 * Fills a configuration up with the defaults. Keys may be spelt `minSteps` or `min_steps`. Throws
 * `PolicyError` (`invalid_policy_config`) for an unknown option, listing the known ones, and for a value
 * that the option does not accept.
 */
export function completeConfig<Config extends object>(
  policy: string,
  options: PolicyOptions<Config>,
  config: object | null | undefined,
): CompleteConfig<Config> {
  const known = Object.keys(options);
  const table = options as Readonly<Record<string, PolicyOption<unknown>>>;
  const given = Object.entries(config ?? {}).map(([key, value]): [string, unknown] => {
    const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const { accepts, expected, initial } =
      (known.includes(name) ? table[name] : undefined) ??
      fail(policy, `unknown option '${key}'. Known: ${known.join(', ')}`, known);
    if (value === undefined) return [name, initial];
    return accepts(value)
      ? [name, value]
      : fail(policy, `${key} must be ${expected}, got ${describeValue(value)}`, known);
  });
  return Object.freeze(
    Object.fromEntries([...known.map((name) => [name, table[name]?.initial]), ...given]),
  ) as CompleteConfig<Config>;
}

function fail(policy: string, problem: string, known: readonly string[]): never {
  throw new PolicyError('invalid_policy_config', `Policy '${policy}': ${problem}`, known);
}
