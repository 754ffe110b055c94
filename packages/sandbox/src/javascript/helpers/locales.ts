import { bridge } from './bridge.js';
import { stringify, toText } from './intrinsics.js';
import { withThousands } from './text.js';

type Method = (this: never, ...args: readonly unknown[]) => unknown;
type Options = Readonly<Record<string, unknown>>;

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
 * languages: it puts `B` before `a`, ignores `{ numeric: true }`, and writes `966101.92` for `(966101.92).toLocaleString('en-US')`. Node.js
 * knows English: it gets checked options alone, never a name of a language that code has made.
 */
export function defineLocales(): void {
  const define = (owner: object, name: string, value: unknown): void => {
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  };
  const formatsNumber: Method = function (this: number | bigint, locale, options) {
    return numberFormat(locale, options, 'toLocaleString')(this);
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
  const compares: Method = function (this: string, other, locale, options) {
    return sortComparer(locale, options)(this, other);
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
    const format = numberFormat(locale, options, 'Intl.NumberFormat');
    return { format, resolvedOptions: () => ({ locale: 'en-US' }) };
  };
  intl['Collator'] = function (locale, options) {
    const compare = comparer(locale, options, 'Intl.Collator');
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

/** The first of the languages that are asked for. */
function languageOf(locale: unknown): string {
  return String((Array.isArray(locale) ? locale[0] : locale) ?? 'en');
}

const english = /^en(?:-(?:US|GB|CA|AU|NZ|IE|SG|HK|PH|001))?$/;
const numberOptions = ['style', 'useGrouping', 'minimumFractionDigits', 'maximumFractionDigits'];
const groupings: readonly unknown[] = [undefined, true, false, 'auto', 'always'];

/** Writes numbers as in English. Throws for other languages, and for options that are not followed. */
function numberFormat(
  locale: unknown,
  given: unknown,
  name: string,
): (value: number | bigint) => string {
  const options = (given ?? {}) as Options;
  const { style = 'decimal', useGrouping } = options;
  const isPlain = style === 'decimal' && groupings.includes(useGrouping);
  const isKnown = Object.keys(options).every((key) => numberOptions.includes(key));
  if (!english.test(languageOf(locale)) || !isPlain || !isKnown) {
    throw new TypeError(
      name +
        ': numbers are formatted as in English alone, with minimumFractionDigits and maximumFractionDigits; use toFixed(2), and add what else is wanted',
    );
  }
  const [least = 0, most] = ['minimumFractionDigits', 'maximumFractionDigits'].map((key) => {
    const count = options[key] as number | undefined;
    if (count === undefined || (Number.isInteger(count) && count >= 0 && count <= 100))
      return count;
    throw new RangeError(name + ': expected 0 to 100 digits, got ' + String(count));
  });
  if (least > (most ?? 100)) {
    throw new RangeError(name + ': maximumFractionDigits is less than minimumFractionDigits');
  }
  const isGrouped = useGrouping !== false;
  const json = stringify({
    minimumFractionDigits: least,
    maximumFractionDigits: most ?? Math.max(least, 3),
    useGrouping: isGrouped,
  });
  return (value) => {
    if (typeof value !== 'bigint') return bridge.formatNumber(value, json);
    const digits = String(value < 0n ? -value : value);
    const whole = (value < 0n ? '-' : '') + (isGrouped ? withThousands(digits) : digits);
    return least === 0 ? whole : whole + '.' + '0'.repeat(least);
  };
}

/** Languages whose order is that of English. */
const rootLanguages =
  /^(?:en|de|fr|it|pt|nl|id|ms|ga|sw|zu|und)(?:-[A-Za-z]{4})?(?:-[A-Za-z]{2}|-\d{3})?$/;
const orderOptions =
  /^(?:sensitivity|numeric|caseFirst|ignorePunctuation|usage|localeMatcher|collation)$/;
const sensitivities: readonly unknown[] = ['base', 'accent', 'case', 'variant'];
/** Behind so many characters texts are ordered by their code units. */
const maxComparedChars = 10_000;

type Compare = (one: unknown, other: unknown) => number;
let last: { readonly asked: string; readonly compare: Compare } | undefined;

/** The comparison of `localeCompare`: a sort asks for the same again and again, with options in an object of its own. */
function sortComparer(locale: unknown, options: unknown): Compare {
  let asked = locale === undefined ? '' : languageOf(locale);
  for (const key in options as object) {
    asked += '\n' + key + '\n' + String((options as Options)[key]);
  }
  if (last?.asked !== asked) {
    last = { asked, compare: comparer(locale, options, 'localeCompare') };
  }
  return last.compare;
}

/** Compares texts as in English. Throws for languages with an order of their own, and for options that are not followed. */
function comparer(locale: unknown, given: unknown, name: string): Compare {
  const options = (given ?? {}) as Options;
  const language = languageOf(locale);
  if (!rootLanguages.test(language)) {
    const found = ': letters are ordered as in English alone, got the locale ' + language;
    throw new TypeError(name + found + '; leave it out, or order by a key of your own');
  }
  const { sensitivity = 'variant', numeric, caseFirst, ignorePunctuation } = options;
  const unknown = Object.keys(options).find((key) => !orderOptions.test(key));
  if (unknown !== undefined || !sensitivities.includes(sensitivity)) {
    throw new TypeError(
      name +
        ': the options are numeric, ignorePunctuation, caseFirst ("upper" or "lower") and sensitivity ("base", "accent", "case" or "variant"), got ' +
        String(unknown ?? sensitivity),
    );
  }
  const json = stringify({
    sensitivity,
    numeric: numeric === true,
    caseFirst: caseFirst === 'upper' ? 'upper' : 'false',
    ignorePunctuation: ignorePunctuation === true,
  });
  return (one, other) => {
    const left = toText(one);
    const right = toText(other);
    if (left === right) return 0;
    const most = maxComparedChars;
    const order = bridge.compare(left.slice(0, most), right.slice(0, most), json);
    if (order !== 0 || (left.length <= most && right.length <= most)) return order;
    return left < right ? -1 : 1;
  };
}
