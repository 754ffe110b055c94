import { type Collation, compareTexts, readCollation } from './collation.js';
import { defineValue, getPrototypeOf, guestGlobal, toText } from './intrinsics.js';
import { englishDate, englishTime, formatNumber } from './number-format.js';

type Method = (this: unknown, ...args: readonly unknown[]) => unknown;

/**
 * Makes what depends on a language correct, or throws an error that says what to write instead. QuickJS has no languages: it
 * puts `B` before `a`, ignores `{ numeric: true }`, and writes `966101.92` for `(966101.92).toLocaleString('en-US')`. Texts are
 * ordered, and numbers and dates written, as in English. Other languages and options are refused.
 */
export function defineLocales(): void {
  const define = (owner: object, name: string, method: Method): void => {
    defineValue(method, 'name', name, false);
    defineValue(owner, name, method, false);
  };
  const formatsNumber: Method = function (locale, options) {
    return formatNumber(this as number | bigint, locale, options, 'toLocaleString');
  };
  define(Number.prototype, 'toLocaleString', formatsNumber);
  define(BigInt.prototype, 'toLocaleString', formatsNumber);
  const formatsList: Method = function (locale, options) {
    let text = '';
    const list = this as ArrayLike<unknown>;
    for (let index = 0; index < list.length; index++) {
      if (index > 0) text += ',';
      const item = list[index] as { toLocaleString(...args: unknown[]): string } | null | undefined;
      if (item !== null && item !== undefined) text += item.toLocaleString(locale, options);
    }
    return text;
  };
  define(Array.prototype, 'toLocaleString', formatsList);
  define(getPrototypeOf(Uint8Array.prototype) as object, 'toLocaleString', formatsList);
  defineDates(define);
  // Engines with languages do the rest themselves.
  if ('a'.localeCompare('B') > 0) defineTexts(define);
  defineValue(guestGlobal, 'Intl', createIntl(), false);
}

type Define = (owner: object, name: string, method: Method) => void;

function defineDates(define: Define): void {
  const writers: Record<string, (date: Date) => string> = {
    toLocaleDateString: englishDate,
    toLocaleTimeString: englishTime,
    toLocaleString: (date: Date) => englishDate(date) + ', ' + englishTime(date),
  };
  for (const name of Object.keys(writers)) {
    define(Date.prototype, name, function (locale, options) {
      if (options !== undefined || (locale !== undefined && !/^en(?:-US)?$/.test(toText(locale)))) {
        throw new TypeError(
          name +
            ': dates have no locales or time zones here; use toISOString().slice(0, 10), or getUTCDate(), getUTCMonth() + 1 and getUTCFullYear()',
        );
      }
      const date = this as Date;
      return Number.isNaN(date.getTime()) ? 'Invalid Date' : (writers[name]?.(date) ?? '');
    });
  }
}

function defineTexts(define: Define): void {
  let usual: Collation | undefined;
  define(String.prototype, 'localeCompare', function (other, locales, options) {
    const collation =
      locales === undefined && options === undefined
        ? (usual ??= readCollation(undefined, undefined, 'localeCompare'))
        : readCollation(locales, options, 'localeCompare');
    return compareTexts(toText(this), toText(other), collation);
  });
  for (const name of ['toLocaleUpperCase', 'toLocaleLowerCase'] as const) {
    define(String.prototype, name, function (locale) {
      const language = toText(Array.isArray(locale) ? locale[0] : (locale ?? 'en')).toLowerCase();
      const text = toText(this);
      const isUpper = name === 'toLocaleUpperCase';
      if (/^(?:lt|el)\b/.test(language)) {
        throw new TypeError(
          name + ': the language ' + language + ' has letters of its own; leave the locale out',
        );
      }
      if (!/^(?:tr|az)\b/.test(language)) return isUpper ? text.toUpperCase() : text.toLowerCase();
      return isUpper
        ? text.replaceAll('i', 'İ').toUpperCase()
        : text.replaceAll('I\u0307', 'i').replaceAll('İ', 'i').replaceAll('I', 'ı').toLowerCase();
    });
  }
}

const instead: Readonly<Record<string, string>> = {
  DateTimeFormat: 'use toISOString().slice(0, 10), or getUTCDate(), getUTCMonth() + 1',
  ListFormat: 'use items.join(", ")',
  PluralRules: 'write n === 1 ? ... : ...',
  RelativeTimeFormat: 'write the text yourself',
  DisplayNames: 'write the names yourself',
  Segmenter: 'use [...text] for characters, and text.match(/\\p{L}+/gu) for words',
  Locale: 'leave it out',
  DurationFormat: 'write the text yourself',
};

/** The parts of `Intl` that give the same as elsewhere; the others say what to write. */
function createIntl(): object {
  const intl: Record<string, unknown> = {};
  for (const name of Object.keys(instead)) {
    intl[name] = function (locale: unknown, options: unknown): unknown {
      if (name === 'DateTimeFormat' && locale === undefined && options === undefined) {
        return {
          format: (date: unknown) => englishDate(new Date(date as number)),
          resolvedOptions: () => ({ locale: 'en-US', timeZone: 'UTC' }),
        };
      }
      throw new TypeError(
        'Intl.' + name + ': there are no languages here; ' + (instead[name] ?? ''),
      );
    };
  }
  intl['NumberFormat'] = function (locale: unknown, options: unknown): unknown {
    const format = (value: unknown): string =>
      formatNumber(value as number, locale, options, 'Intl.NumberFormat');
    format(0);
    return { format, resolvedOptions: () => ({ locale: 'en-US' }) };
  };
  intl['Collator'] = function (locales: unknown, options: unknown): unknown {
    const collation = readCollation(locales, options, 'Intl.Collator');
    return {
      compare: (one: unknown, two: unknown) => compareTexts(toText(one), toText(two), collation),
      resolvedOptions: () => ({ locale: 'en', ...collation }),
    };
  };
  return intl;
}
