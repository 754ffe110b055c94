import { isPromise } from '../is-promise.js';
import { isRecord } from '../is-record.js';
import { nameDistance } from './nearest-names.js';
import { describeValue } from './describe-value.js';
import { faultOf, mismatch, unexpected, type OptionRule } from './option-rule.js';

/** A rule for each option of a type. A new option without a rule does not compile. */
export type OptionRules<Options> = { readonly [Name in keyof Required<Options>]: OptionRule };

/** Names from other interfaces, in camel case, each with the path of the option that it means. */
export type OtherNames = Readonly<Record<string, string>>;

/**
 * An object of options. Each is checked by its rule, in the order of the table. An unknown name is refused with the
 * nearest known one, or with the place where it belongs (`limits.maxTokens`).
 *
 * @param hints Names from other interfaces that no single option means, in camel case, each with a sentence that says what to do.
 */
export function fields<Options extends object>(
  rules: OptionRules<Options>,
  otherNames: OtherNames = {},
  hints: Readonly<Record<string, string>> = {},
): OptionRule {
  const table = rules as Readonly<Record<string, OptionRule>>;
  const names = Object.keys(table);
  const entries = Object.entries(table);
  return {
    expected: 'an object',
    names,
    find(value, option, elsewhere = []) {
      if (!isRecord(value) || isPromise(value)) return unexpected(option, 'an object', value);
      const prefix = option === '' ? '' : `${option}.`;
      for (const name of Object.keys(value)) {
        if (Object.hasOwn(table, name)) continue;
        const paths = [...pathsOf(table, prefix), ...elsewhere];
        const option = prefix + name;
        const advice =
          ofName(hints, name) ?? adviceFor(name, prefix, paths, ofName(otherNames, name));
        return { option, message: `Unknown option ${option}. ${advice}` };
      }
      for (const [name, rule] of entries) {
        const around =
          rule.names === undefined
            ? undefined
            : names.filter((each) => each !== name).map((each) => prefix + each);
        const given = value[name];
        const isLost = given === undefined && rule.isNeverUndefined === true;
        if (isLost && rule.isRequired !== true && Object.hasOwn(value, name)) {
          const advice = 'Leave the name out if there is none.';
          return mismatch(prefix + name, rule.expected, describeValue(given), advice);
        }
        const fault = faultOf(rule, given, prefix + name, around);
        if (fault !== undefined) return fault;
      }
      return undefined;
    },
  };
}

/** An object that has these fields, each by its rule. Other fields are ignored, and the object may be of any class. */
export function shape(expected: string, rules: Readonly<Record<string, OptionRule>>): OptionRule {
  const table = Object.entries(rules);
  return {
    expected,
    find(value, option) {
      if (!isRecord(value)) return unexpected(option, expected, value);
      for (const [name, rule] of table) {
        const fault = faultOf(rule, value[name], `${option}.${name}`);
        if (fault !== undefined) return fault;
      }
      return undefined;
    },
  };
}

/** What a table has for a name, also if that is written as in Python (`max_steps`). */
function ofName(table: Readonly<Record<string, string>>, name: string): string | undefined {
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.hasOwn(table, camel) ? table[camel] : undefined;
}

/** The paths of a table's own options, then of those one level below. */
function pathsOf(table: Readonly<Record<string, OptionRule>>, prefix: string): string[] {
  const below = Object.entries(table).flatMap(([name, { names = [] }]) =>
    names.map((each) => `${prefix}${name}.${each}`),
  );
  return [...Object.keys(table).map((name) => prefix + name), ...below];
}

/** A name of which at least half was written is as near as one with a wrong letter: `maxCost` for `maxCostUsd`. */
function beginningDistance(wanted: string, name: string): number {
  const isBeginning = name.toLowerCase().startsWith(wanted.toLowerCase());
  return isBeginning && 2 * wanted.length >= name.length ? 1 : Infinity;
}

function adviceFor(
  name: string,
  prefix: string,
  paths: readonly string[],
  other: string | undefined,
): string {
  const last = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
  let nearest = other;
  let distance = Infinity;
  for (const path of other === undefined ? paths : []) {
    const far = Math.min(nameDistance(name, last(path)), beginningDistance(name, last(path)));
    if (far < distance) [nearest, distance] = [path, far];
  }
  if (nearest === undefined) {
    const own = paths.filter((path) => prefix + last(path) === path);
    return `Known options: ${own.map(last).join(', ')}.`;
  }
  return last(nearest) === name ? `Pass it as ${nearest}.` : `Did you mean ${nearest}?`;
}
