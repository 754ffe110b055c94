import { defineValue, toText } from './intrinsics.js';
import { groupDigits } from './show-value.js';

/** The supported options for formatting numbers: the engine would ignore any other silently. */
interface NumberFormat {
  readonly style?: unknown;
  readonly useGrouping?: unknown;
  readonly minimumFractionDigits?: number;
  readonly maximumFractionDigits?: number;
}

const knownOptions = ['style', 'useGrouping', 'minimumFractionDigits', 'maximumFractionDigits'];
const maxDigits = 100;

/**
 * Makes locale-dependent functions correct, or throws an error that says what to write instead. The engine has no
 * locales: it gives `966101.92` for `(966101.92).toLocaleString('en-US')`, and `03/04/2021` for the fourth of March in
 * `en-GB`. Numbers are formatted as in English. Other locales and options, and dates with any, are refused. It formats
 * only values of the guest.
 */
export function defineLocales(): void {
  for (const prototype of [Number.prototype, BigInt.prototype]) {
    const format = function toLocaleString(
      this: number | bigint,
      locale?: string,
      options?: NumberFormat,
    ): string {
      return formatNumber(this, locale, options);
    };
    defineValue(prototype, 'toLocaleString', format, false);
  }
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const) {
    const { [name]: plain } = Date.prototype;
    const format = function (this: Date, locale?: unknown, options?: unknown): string {
      if (locale === undefined && options === undefined) return plain.call(this);
      throw new TypeError(
        name +
          ': dates have no locales or time zones here; use toISOString().slice(0, 10), or getUTCDate(), getUTCMonth() + 1 and getUTCFullYear()',
      );
    };
    defineValue(Date.prototype, name, format, false);
  }
}

function formatNumber(
  value: number | bigint,
  locale: string | undefined,
  options: NumberFormat = {},
): string {
  const isEnglish = locale === undefined || /^en\b/.test(locale);
  const isPlain = options.style === undefined || options.style === 'decimal';
  if (!isEnglish || !isPlain || Object.keys(options).some((name) => !knownOptions.includes(name))) {
    throw new TypeError(
      'toLocaleString: numbers are formatted as in English alone, with minimumFractionDigits and maximumFractionDigits; use toFixed(2), and add what else is wanted',
    );
  }
  const least = digitsOf(options.minimumFractionDigits, 0);
  const most = Math.max(least, digitsOf(options.maximumFractionDigits, Math.max(least, 3)));
  const [whole = '', fraction = ''] = textOf(value, most).split('.');
  const kept = fraction.slice(0, least) + fraction.slice(least).replace(/0+$/, '');
  const sign = whole.startsWith('-') ? '-' : '';
  const grouped =
    options.useGrouping === false ? whole : sign + groupDigits(whole.slice(sign.length));
  return kept === '' ? grouped : grouped + '.' + kept;
}

/** The digits of a number. `NaN`, and numbers that `toFixed` writes as powers of ten, stay as they are. */
function textOf(value: number | bigint, most: number): string {
  if (typeof value === 'bigint') return value.toString();
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞';
  return Math.abs(value) < 1e21 ? value.toFixed(most) : BigInt(value).toString();
}

function digitsOf(given: number | undefined, otherwise: number): number {
  if (given === undefined) return otherwise;
  if (Number.isInteger(given) && given >= 0 && given <= maxDigits) return given;
  throw new RangeError(
    'toLocaleString: expected 0 to ' + toText(maxDigits) + ' digits, got ' + toText(given),
  );
}
