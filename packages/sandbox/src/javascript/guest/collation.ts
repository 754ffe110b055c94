import { create, find, GuestRegExp, GuestTypeError, keys, toText } from './intrinsics.js';
import { accents, expansions, firstSymbol, letters, marks } from './collation-order.js';

const weights = { other: 1_000, digit: 1_300_000, letter: 1_400_000, hangul: 3_000_000 };
const han = 5_000_000;
/** From here on the order is not known. */
const unknown = 9_000_000;

/** What a text is compared by, level after level, each as code units. */
interface Key {
  base: string;
  accents: string;
  cases: string;
  /** Whether `base` has weights that are not known. */
  hasUnknown: boolean;
}

/** The options that are followed, checked. */
export interface Collation {
  readonly numeric: boolean;
  readonly sensitivity: 'base' | 'accent' | 'case' | 'variant';
  readonly upperFirst: boolean;
  readonly ignorePunctuation: boolean;
}

const emptyKeys = (): Record<string, Key | undefined> => create(null) as never;
const maxKept = 20_000;
const maxKeptChars = 100;
let kept = emptyKeys();
let keptCount = 0;
let keptFor: Collation | undefined;
let elements = emptyKeys();
let elementCount = 0;

/** Compares two texts as the Unicode root collation does. Throws a TypeError for letters whose order is not known here. */
export function compareTexts(left: string, right: string, collation: Collation): number {
  if (left === right) return 0;
  const one = keyOf(left, collation);
  const two = keyOf(right, collation);
  if (one.base !== two.base) {
    if (one.hasUnknown || two.hasUnknown) requireKnown(one.base, two.base);
    return one.base < two.base ? -1 : 1;
  }
  const { sensitivity } = collation;
  const minds = sensitivity === 'variant';
  if ((minds || sensitivity === 'accent') && one.accents !== two.accents) {
    if (find(strangeAccents, one.accents + two.accents) !== null) throw unknownOrder();
    return one.accents < two.accents ? -1 : 1;
  }
  if ((minds || sensitivity === 'case') && one.cases !== two.cases) {
    return one.cases < two.cases === collation.upperFirst ? 1 : -1;
  }
  return 0;
}

/** The first weights that differ must be known; of a symbol it is known that it stands before digits and letters. */
function requireKnown(one: string, two: string): void {
  let at = 0;
  while (at < one.length && at < two.length && one.slice(at, at + 2) === two.slice(at, at + 2)) {
    at += 2;
  }
  const first = weightAt(one, at);
  const second = weightAt(two, at);
  const areSymbols = first < weights.digit && second < weights.digit;
  const greatest = first > second ? first : second;
  if (greatest >= unknown || (areSymbols && greatest >= weights.other)) throw unknownOrder();
}

/** The weight at an offset; 0 at the end. */
function weightAt(base: string, at: number): number {
  return at < base.length ? base.charCodeAt(at) * 0x8000 + base.charCodeAt(at + 1) : 0;
}

function unknownOrder(): Error {
  return new GuestTypeError(
    'localeCompare orders Latin, Greek, Cyrillic, Korean and Chinese letters and common symbols alone; by code units: (a < b ? -1 : a > b ? 1 : 0)',
  );
}

function keyOf(text: string, collation: Collation): Key {
  if (collation !== keptFor || keptCount > maxKept) {
    kept = emptyKeys();
    keptCount = 0;
    keptFor = collation;
  }
  const known = kept[text];
  if (known !== undefined) return known;
  const key = makeKey(text.normalize('NFC'), collation);
  if (text.length <= maxKeptChars) {
    kept[text] = key;
    keptCount++;
  }
  return key;
}

const isDigit = (letter: string): boolean => letter >= '0' && letter <= '9';

function makeKey(text: string, { numeric, ignorePunctuation }: Collation): Key {
  const key: Key = { base: '', accents: '', cases: '', hasUnknown: false };
  for (let at = 0; at < text.length;) {
    if (numeric && isDigit(text.charAt(at))) {
      at = addNumber(key, text, at);
      continue;
    }
    const letter = String.fromCodePoint(text.codePointAt(at) ?? 0);
    at += letter.length;
    const element = elementOf(letter);
    if (ignorePunctuation && isPunctuation(firstOf(letter))) continue;
    key.base += element.base;
    key.accents += element.accents;
    key.cases += element.cases;
    key.hasUnknown ||= element.hasUnknown;
  }
  return key;
}

/** Digits as one number: by their count, then one by one. */
function addNumber(key: Key, text: string, start: number): number {
  let end = start;
  while (end < text.length && isDigit(text.charAt(end))) end++;
  let first = start;
  while (first < end - 1 && text.charAt(first) === '0') first++;
  key.base += unitsOf(weights.digit + end - first);
  for (let at = first; at < end; at++) key.base += unitsOf(weights.digit + text.charCodeAt(at));
  key.accents += '\u0001';
  key.cases += '\u0001';
  return end;
}

/** The first character that a letter stands for: of `…`, a dot. */
function firstOf(letter: string): string {
  return (expansions[letter] ?? letter.normalize('NFKD')).charAt(0);
}

function isPunctuation(letter: string): boolean {
  const place = marks.indexOf(letter);
  return (place >= 0 && place < marks.indexOf(firstSymbol)) || letter.trim() === '';
}

function elementOf(letter: string): Key {
  const known = elements[letter];
  if (known !== undefined) return known;
  if (elementCount++ > maxKept) {
    elements = emptyKeys();
    elementCount = 0;
  }
  return (elements[letter] = makeElement(letter));
}

/** Accents that are not in {@link accents}. */
const strangeAccents = new GuestRegExp('[\u0300-\uffff]');
const wordLetter = new GuestRegExp('^\\p{L}|\\p{N}', 'u');
const controls = new GuestRegExp('^[\\p{Cc}\\p{Cf}]$', 'u');

function makeElement(letter: string): Key {
  const lower = letter.toLowerCase();
  const cases = lower === letter ? '\u0001' : '\u0002';
  const place = letters.indexOf(lower);
  if (lower.length === 1 && place >= 0) return simple(weights.letter + place, cases);
  if (isDigit(letter)) return simple(weights.digit + letter.charCodeAt(0), cases);
  const mark = marks.indexOf(letter);
  if (mark >= 0) return simple(50 + mark, cases);
  const unit = letter.codePointAt(0) ?? 0;
  if (letter.trim() === '') return simple(1 + (unit < 40 ? unit : 40), cases);
  if (unit >= 0x300 && unit < 0x370) {
    const accent = accents.indexOf(letter);
    const weight = accent < 0 ? unit : 2 + accent;
    return { base: '', accents: String.fromCharCode(weight), cases: '', hasUnknown: false };
  }
  const parts = expansions[lower] ?? lower.normalize('NFKD');
  if (parts !== letter && parts !== lower) return joinedElements(parts, cases);
  if (find(controls, letter) !== null) {
    return { base: '', accents: '', cases: '', hasUnknown: false };
  }
  if (unit >= 0x1100 && unit < 0x1200) return simple(weights.hangul + unit, cases);
  if (unit >= 0x4e00 && unit < 0x9fa6) return simple(han + unit, cases);
  if (lower !== letter) return joinedElements(lower, cases);
  const start = find(wordLetter, letter) === null ? weights.other : unknown;
  return { ...simple(start + unit, cases), hasUnknown: true };
}

function simple(weight: number, cases: string): Key {
  return { base: unitsOf(weight), accents: '\u0001', cases, hasUnknown: false };
}

function joinedElements(parts: string, cases: string): Key {
  const sum: Key = { base: '', accents: '', cases: '', hasUnknown: false };
  for (const part of parts) {
    const element = elementOf(part);
    sum.base += element.base;
    sum.accents += element.accents;
    // An accent has no case.
    if (element.base !== '') sum.cases += cases;
    sum.hasUnknown ||= element.hasUnknown;
  }
  return sum;
}

/** A weight as two units below the surrogates, so that texts of them compare as the weights do. */
function unitsOf(weight: number): string {
  return String.fromCharCode(Math.floor(weight / 0x8000), weight % 0x8000);
}

const sensitivities = ['base', 'accent', 'case', 'variant'];
const rootLanguages = new GuestRegExp(
  '^(?:en|de|fr|it|pt|nl|id|ms|ga|sw|zu|und)(?:-[A-Za-z]{4})?(?:-[A-Za-z]{2}|-\\d{3})?$',
);

const knownOptions =
  ' sensitivity numeric caseFirst ignorePunctuation usage localeMatcher collation ';
let lastArguments = '';
let lastCollation: Collation | undefined;

/** Reads the arguments of `localeCompare` and `Intl.Collator`. Throws for what is not followed. */
export function readCollation(locales: unknown, options: unknown, name: string): Collation {
  const locale: unknown = Array.isArray(locales) ? locales[0] : locales;
  const given = (options ?? {}) as Readonly<Record<string, unknown>>;
  // A comparison of a sort gives the same again and again, in an object of its own.
  let text = toText(locale);
  for (const key of keys(given)) text += '\n' + key + '\n' + toText(given[key]);
  if (lastCollation === undefined || text !== lastArguments) {
    lastCollation = checkCollation(locale, given, name);
    lastArguments = text;
  }
  return lastCollation;
}

function checkCollation(
  locale: unknown,
  given: Readonly<Record<string, unknown>>,
  name: string,
): Collation {
  if (locale !== undefined && find(rootLanguages, toText(locale)) === null) {
    throw new GuestTypeError(
      name +
        ': letters are ordered as in English alone, got the locale ' +
        toText(locale) +
        '; leave it out, or order by a key of your own',
    );
  }
  const {
    sensitivity = 'variant',
    numeric = false,
    caseFirst = 'false',
    ignorePunctuation = false,
    usage = 'sort',
    collation = 'default',
  } = given;
  if (!sensitivities.includes(toText(sensitivity))) {
    throw new RangeError(
      name + ': sensitivity is base, accent, case or variant, got ' + toText(sensitivity),
    );
  }
  const isKnown =
    keys(given).every((key) => knownOptions.includes(' ' + key + ' ')) &&
    usage === 'sort' &&
    collation === 'default' &&
    ['upper', 'lower', 'false'].includes(toText(caseFirst));
  if (!isKnown) {
    throw new GuestTypeError(
      name + ': the options are sensitivity, numeric, caseFirst and ignorePunctuation',
    );
  }
  return {
    numeric: Boolean(numeric),
    sensitivity: sensitivity as Collation['sensitivity'],
    upperFirst: caseFirst === 'upper',
    ignorePunctuation: Boolean(ignorePunctuation),
  };
}
