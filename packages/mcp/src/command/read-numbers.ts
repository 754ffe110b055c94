import { UsageError } from './usage.js';

/** Values of options by their names. */
type Texts<Name extends string> = Readonly<Partial<Record<Name, string>>>;

function readNumber<Name extends string>(
  name: Name,
  values: Texts<Name>,
  toNumber: (text: string) => number | undefined,
  expected: string,
): number | undefined {
  const text: string | undefined = values[name];
  if (text === undefined) return undefined;
  const number = text.trim() === '' ? undefined : toNumber(text);
  if (number !== undefined) return number;
  throw new UsageError(`--${name} takes ${expected}, not ${JSON.stringify(text)}.`);
}

/** A whole number of at least `least`; undefined if the option is not given. */
export const readCount = <Name extends string>(
  name: Name,
  values: Texts<Name>,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number | undefined =>
  readNumber(
    name,
    values,
    (text) => {
      const count = Number(text);
      return Number.isSafeInteger(count) && count >= least && count <= most ? count : undefined;
    },
    `a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`,
  );

/** An amount, zero or more; undefined if the option is not given. */
export const readAmount = <Name extends string>(
  name: Name,
  values: Texts<Name>,
): number | undefined =>
  readNumber(
    name,
    values,
    (text) => {
      const amount = Number(text);
      return Number.isFinite(amount) && amount >= 0 ? amount : undefined;
    },
    'an amount such as 0.5',
  );

const millisecondsOf: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

/** A time such as `30s`, in milliseconds; undefined if the option is not given. */
export const readDuration = <Name extends string>(
  name: Name,
  values: Texts<Name>,
): number | undefined =>
  readNumber(
    name,
    values,
    (text) => {
      const [, count, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? [];
      const ms = Math.round(Number(count) * (millisecondsOf[unit] ?? 0));
      return ms >= 1 ? ms : undefined;
    },
    'a time such as 30s, 5m or 2h (ms, s, m, h)',
  );
