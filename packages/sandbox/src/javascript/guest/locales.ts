import { compareTexts, readCollation } from './collation.js';
import { toText } from './intrinsics.js';
import { withThousands } from './text.js';

type Method = (this: never, ...args: readonly unknown[]) => unknown;

const isoDate = 'use toISOString().slice(0, 10), or getUTCDate() and getUTCMonth() + 1';

/** What to write instead of other parts of `Intl`. */
const instead: Readonly<Record<string, string>> = {
  DateTimeFormat: isoDate,
  ListFormat: 'use items.join(", ")',
  PluralRules: 'write n === 1 ? ... : ...',
  RelativeTimeFormat: 'write the text yourself',
  Segmenter: 'use [...text] for characters, and text.match(/\\p{L}+/gu) for words',
};

/**
 * Orders texts, and writes numbers and dates, as in English, or throws an error that says what to write instead. QuickJS has no
 * languages: it puts `B` before `a`, ignores `{ numeric: true }`, and writes `966101.92` for `(966101.92).toLocaleString('en-US')`.
 */
export function defineLocales(): void {
  const define = (owner: object, name: string, value: unknown): void => {
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  };
  const formatsNumber: Method = function (this: number | bigint, locale, options) {
    return formatNumber(this, locale, options, 'toLocaleString');
  };
  define(Number.prototype, 'toLocaleString', formatsNumber);
  define(BigInt.prototype, 'toLocaleString', formatsNumber);
  for (const [name, write] of Object.entries(dateWriters)) {
    const writesDate: Method = function (this: Date, locale, options) {
      if (options !== undefined || !/^en(?:-US)?$/.test(toText(locale ?? 'en'))) {
        throw new TypeError(name + ': dates have no locales or time zones here; ' + isoDate);
      }
      return Number.isNaN(this.getTime()) ? 'Invalid Date' : write(this);
    };
    define(Date.prototype, name, writesDate);
  }
  const compares: Method = function (this: string, other, locales, options) {
    const collation = readCollation(locales, options, 'localeCompare');
    return compareTexts(toText(this), toText(other), collation);
  };
  define(String.prototype, 'localeCompare', compares);
  define(globalThis, 'Intl', createIntl());
}

/** The parts of `Intl` that give the same as elsewhere; the others say what to write. */
function createIntl(): object {
  const intl: Record<string, (locale: unknown, options: unknown) => unknown> = {};
  for (const [name, advice] of Object.entries(instead)) {
    intl[name] = function () {
      throw new TypeError('Intl.' + name + ': there are no languages here; ' + advice);
    };
  }
  intl['NumberFormat'] = function (locale, options) {
    const format = (value: number): string =>
      formatNumber(value, locale, options, 'Intl.NumberFormat');
    format(0);
    return { format, resolvedOptions: () => ({ locale: 'en-US' }) };
  };
  intl['Collator'] = function (locales, options) {
    const collation = readCollation(locales, options, 'Intl.Collator');
    const compare = (one: unknown, two: unknown): number =>
      compareTexts(String(one), String(two), collation);
    return { compare, resolvedOptions: () => ({ locale: 'en' }) };
  };
  return intl;
}

const dateWriters: Readonly<Record<string, (date: Date) => string>> = {
  toLocaleDateString: englishDate,
  toLocaleTimeString: englishTime,
  toLocaleString: (date: Date) => englishDate(date) + ', ' + englishTime(date),
};

function englishDate(date: Date): string {
  return [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCFullYear()].join('/');
}

function englishTime(date: Date): string {
  const hours = date.getUTCHours();
  const two = (part: number): string => String(part).padStart(2, '0');
  const clock = [hours % 12 || 12, two(date.getUTCMinutes()), two(date.getUTCSeconds())].join(':');
  return clock + (hours < 12 ? ' AM' : ' PM');
}

/** The supported options: an engine without languages ignores any silently. */
interface NumberFormat {
  readonly style?: unknown;
  readonly useGrouping?: unknown;
  readonly minimumFractionDigits?: number;
  readonly maximumFractionDigits?: number;
}

const knownOptions = ['style', 'useGrouping', 'minimumFractionDigits', 'maximumFractionDigits'];
const groupings: readonly unknown[] = [undefined, true, false, 'auto', 'always'];
const maxDigits = 100;

/** A number as in English. Throws for other languages and for options that are not supported. */
function formatNumber(
  value: number | bigint,
  locale: unknown,
  given: unknown,
  name: string,
): string {
  const options = (given ?? {}) as NumberFormat;
  const language = String((Array.isArray(locale) ? locale[0] : locale) ?? 'en');
  const isEnglish = /^en(?:-(?:US|GB|CA|AU|NZ|IE|SG|HK|PH|001))?$/.test(language);
  const isPlain =
    (options.style ?? 'decimal') === 'decimal' && groupings.includes(options.useGrouping);
  if (!isEnglish || !isPlain || !Object.keys(options).every((key) => knownOptions.includes(key))) {
    throw new TypeError(
      name +
        ': numbers are formatted as in English alone, with minimumFractionDigits and maximumFractionDigits; use toFixed(2), and add what else is wanted',
    );
  }
  const { minimumFractionDigits = 0 } = options;
  const { maximumFractionDigits = Math.max(minimumFractionDigits, 3) } = options;
  for (const digits of [minimumFractionDigits, maximumFractionDigits]) {
    if (Number.isInteger(digits) && digits >= 0 && digits <= maxDigits) continue;
    throw new RangeError(name + ': expected 0 to 100 digits, got ' + String(digits));
  }
  if (
    maximumFractionDigits < minimumFractionDigits &&
    options.minimumFractionDigits !== undefined
  ) {
    throw new RangeError(name + ': maximumFractionDigits is less than minimumFractionDigits');
  }
  const [whole = '', fraction = ''] = textOf(value, maximumFractionDigits).split('.');
  const least = fraction.slice(0, minimumFractionDigits).padEnd(minimumFractionDigits, '0');
  const end = least + fraction.slice(minimumFractionDigits).replace(/0+$/, '');
  const isGrouped = options.useGrouping !== false && /^-?\d/.test(whole);
  const sign = whole.startsWith('-') ? '-' : '';
  const shown = isGrouped ? sign + withThousands(whole.slice(sign.length)) : whole;
  return end === '' ? shown : shown + '.' + end;
}

/** The digits of a number. Infinities are signs. */
function textOf(value: number | bigint, most: number): string {
  if (typeof value === 'bigint') return value.toString();
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞';
  return Math.abs(value) >= 1e21 ? BigInt(value).toString() : rounded(value, most);
}

/** Rounds the decimal digits that people see: 1.005 is 1.01, though the number itself is a little less. */
function rounded(value: number, most: number): string {
  const shown = String(Math.abs(value));
  if (shown.includes('e')) return value.toFixed(most);
  const [whole = '', fraction = ''] = shown.split('.');
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (fraction.length <= most) return sign + whole + '.' + fraction;
  const digits = BigInt(whole + fraction.slice(0, most)) + (fraction.charAt(most) >= '5' ? 1n : 0n);
  const text = digits.toString().padStart(most + 1, '0');
  return sign + text.slice(0, text.length - most) + '.' + text.slice(text.length - most);
}
