import { toText } from './intrinsics.js';
import { groupDigits } from './show-value.js';

/** The supported options for formatting numbers: an engine without languages ignores any silently. */
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
export function formatNumber(
  value: number | bigint,
  locale: unknown,
  given: unknown,
  name: string,
): string {
  const options = (given ?? {}) as NumberFormat;
  const language = toText(Array.isArray(locale) ? locale[0] : (locale ?? 'en'));
  const isEnglish = /^en(?:-(?:US|GB|CA|AU|NZ|IE|SG|HK|PH|001))?$/.test(language);
  const isPlain = options.style === undefined || options.style === 'decimal';
  const isKnown = Object.keys(options).every((key) => knownOptions.includes(key));
  if (!isEnglish || !isPlain || !isKnown || !groupings.includes(options.useGrouping)) {
    throw new TypeError(
      name +
        ': numbers are formatted as in English alone, with minimumFractionDigits and maximumFractionDigits; use toFixed(2), and add what else is wanted',
    );
  }
  const least = digitsOf(options.minimumFractionDigits, 0, name);
  const most = digitsOf(options.maximumFractionDigits, Math.max(least, 3), name);
  if (most < least && options.minimumFractionDigits !== undefined) {
    throw new RangeError(name + ': maximumFractionDigits is less than minimumFractionDigits');
  }
  const [whole = '', fraction = ''] = textOf(value, most).split('.');
  const kept = fraction.slice(0, least) + fraction.slice(least).replace(/0+$/, '');
  const sign = whole.startsWith('-') ? '-' : '';
  const grouped =
    options.useGrouping === false ? whole : sign + groupDigits(whole.slice(sign.length));
  const end = kept.padEnd(least, '0');
  return end === '' ? grouped : grouped + '.' + end;
}

/** The digits of a number. `NaN` and the infinities stay as they are. */
function textOf(value: number | bigint, most: number): string {
  if (typeof value === 'bigint') return value.toString();
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞';
  if (Math.abs(value) >= 1e21) return BigInt(value).toString();
  return rounded(value, most);
}

/** Rounds the decimal digits that people see: 1.005 is 1.01, though the number itself is a little less. */
function rounded(value: number, most: number): string {
  const shown = toText(Math.abs(value));
  if (shown.includes('e')) return value.toFixed(most);
  const [whole = '', fraction = ''] = shown.split('.');
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (fraction.length <= most) return sign + whole + '.' + fraction.padEnd(most, '0');
  const digits = BigInt(whole + fraction.slice(0, most)) + (fraction.charAt(most) >= '5' ? 1n : 0n);
  const text = digits.toString().padStart(most + 1, '0');
  return sign + text.slice(0, text.length - most) + '.' + text.slice(text.length - most);
}

function digitsOf(given: number | undefined, otherwise: number, name: string): number {
  if (given === undefined) return otherwise;
  if (Number.isInteger(given) && given >= 0 && given <= maxDigits) return given;
  throw new RangeError(
    name + ': expected 0 to ' + toText(maxDigits) + ' digits, got ' + toText(given),
  );
}

/** A day as in American English, as `toLocaleDateString()` of other engines writes it there. */
export function englishDate(date: Date): string {
  const parts = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCFullYear()];
  return parts.map((part) => toText(part)).join('/');
}

/** A time of day as in American English. */
export function englishTime(date: Date): string {
  const hours = date.getUTCHours();
  const two = (part: number): string => toText(part).padStart(2, '0');
  const clock = [toText(hours % 12 || 12), two(date.getUTCMinutes()), two(date.getUTCSeconds())];
  return clock.join(':') + (hours < 12 ? ' AM' : ' PM');
}
