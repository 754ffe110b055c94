import { isPromise } from '../is-promise.js';
import { isPlainObject } from '../is-plain-object.js';
import { isRecord } from '../is-record.js';
import { faultOf, unexpected, type OptionRule } from './option-rule.js';

/** A rule of your own: what is expected, in words that follow `to be`, and a test of the value. */
export function rule(expected: string, accepts: (value: unknown) => boolean): OptionRule {
  return {
    expected,
    find(value, option) {
      const fits: unknown = accepts(value);
      return fits && !isPromise(fits) ? undefined : unexpected(option, expected, value);
    },
  };
}

/** A rule whose message also says in a sentence what to do, if the value is wrong as a whole. */
export function advised(
  inner: OptionRule,
  advise: (value: unknown) => string | undefined,
): OptionRule {
  return {
    ...inner,
    find(value, option, elsewhere) {
      const fault = inner.find(value, option, elsewhere);
      const advice = fault?.option === option ? advise(value) : undefined;
      if (fault === undefined || advice === undefined) return fault;
      return { option, message: `${fault.message} ${advice}` };
    },
  };
}

/** A value that the rule accepts, or false. */
export function orFalse(inner: OptionRule): OptionRule {
  const expected = `${inner.expected} or false`;
  return {
    ...inner,
    expected,
    find(value, option, elsewhere) {
      const fault = value === false ? undefined : inner.find(value, option, elsewhere);
      return fault?.option === option ? unexpected(option, expected, value) : fault;
    },
  };
}

/** The rule for an option that must be given. */
export function required(inner: OptionRule): OptionRule {
  return { isRequired: true, ...inner };
}

/** Any value. */
export const anything: OptionRule = rule('any value', () => true);

/** Text, which may be empty. */
export const text: OptionRule = rule('text', (value) => typeof value === 'string');

/** Text that is not blank. */
export const someText: OptionRule = rule(
  'text that is not empty',
  (value) => typeof value === 'string' && value.trim() !== '',
);

/** True or false. */
export const trueOrFalse: OptionRule = rule('true or false', (value) => typeof value === 'boolean');

/** A function. */
export const callable: OptionRule = rule('a function', (value) => typeof value === 'function');

/** An `AbortSignal`, whichever realm made it. */
export const abortSignal: OptionRule = withMethods('an AbortSignal', [
  'addEventListener',
  'throwIfAborted',
]);

/** A whole number from `least`, and finite. */
export function wholeNumber(least = 0): OptionRule {
  return rule(
    `a whole number from ${least}`,
    (value) => Number.isSafeInteger(value) && (value as number) >= least,
  );
}

/** A limit on a count: a whole number from `least`, or `Infinity` for no limit. */
export function bound(least = 0): OptionRule {
  const { expected, find } = wholeNumber(least);
  return {
    expected,
    find: (value, option) => (value === Infinity ? undefined : find(value, option)),
  };
}

/** A number from `least` to `most`; without `most`, `Infinity` is allowed. NaN never is. */
export function numberFrom(least: number, most?: number): OptionRule {
  const end = most === undefined ? '' : ` to ${most}`;
  return rule(
    `a number from ${least}${end}`,
    (value) => typeof value === 'number' && value >= least && value <= (most ?? Infinity),
  );
}

/** A number above 0. `Infinity` is allowed, NaN is not. */
export const positiveNumber: OptionRule = rule(
  'a number above 0',
  (value) => typeof value === 'number' && value > 0,
);

/** One of a few words. */
export function oneOf(...words: readonly string[]): OptionRule {
  return rule(inWords(words.map((word) => `'${word}'`)), (value) =>
    words.includes(value as string),
  );
}

/** An object (or a function) that has these methods. */
export function withMethods(expected: string, methods: readonly string[]): OptionRule {
  return rule(
    expected,
    (value) =>
      value !== null &&
      (typeof value === 'object' || typeof value === 'function') &&
      methods.every((name) => typeof (value as Record<string, unknown>)[name] === 'function'),
  );
}

/** A list of at least `least` items, each checked by one rule. An undefined item is a fault. */
export function listOf(item: OptionRule, least = 0): OptionRule {
  const expected = least === 0 ? 'a list' : `a list of at least ${least}`;
  const given = required(item);
  return {
    expected,
    find(value, option) {
      if (!Array.isArray(value) || value.length < least) return unexpected(option, expected, value);
      for (let index = 0; index < value.length; index += 1) {
        const fault = faultOf(given, value[index], `${option}[${index}]`);
        if (fault !== undefined) return fault;
      }
      return undefined;
    },
  };
}

/** An object with any keys, each value checked by one rule. */
export function recordOf(item: OptionRule): OptionRule {
  const given = required(item);
  return {
    expected: 'an object',
    find(value, option) {
      if (!isRecord(value)) return unexpected(option, 'an object', value);
      const entries = Object.entries(value);
      // A Map, or a class with private fields: it would count as an object without any key.
      const isHidden = entries.length === 0 && !isPlainObject(value);
      if (isHidden) return unexpected(option, 'an object with keys', value);
      for (const [name, each] of entries) {
        const fault = faultOf(given, each, option === '' ? name : `${option}.${name}`);
        if (fault !== undefined) return fault;
      }
      return undefined;
    },
  };
}

/** A value that one of the rules accepts. */
export function anyOf(...rules: readonly OptionRule[]): OptionRule {
  return rule(inWords(rules.map(({ expected }) => expected)), (value) =>
    rules.some((each) => each.find(value, '') === undefined),
  );
}

function inWords(choices: readonly string[]): string {
  const last = choices.at(-1) ?? '';
  return choices.length < 2 ? last : `${choices.slice(0, -1).join(', ')} or ${last}`;
}
