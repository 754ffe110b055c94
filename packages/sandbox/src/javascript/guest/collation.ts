/** The order of marks and letters in the Unicode root collation, which is that of English. */
const marks =
  ' _-‐‒–—―⁓,;⁏:!¡?¿‽.·⁕⁖⁘⁙⁚⁛⁜⁝⁞\'‹›"«»()[]{}⁅⁆‖§¶⁋@*⁎⁑/\\&⁊#%‰‱†‡•‣‧⁃⁌⁍′‵‸※‿⁔⁀⁐⁁⁂`^°©®←→↑↓↔⇒∂∆∏∑+±÷×<=>¬|¦~−⁒⁄√∞∫≈≤≥■□▪▲►▼◆○●★☆✓✔✗✘¤¢$£¥₠₡₢₣₤₥₦₩₪₫€₭₮₯₰₱₲₳₴₵₶₷₸₹₺₻₼₽₾₿';
/** Letters, in the order of their scripts. */
const letters =
  'aɐɑɒbʙƀɓƃcȼƈɕdȸʥʤɖɗƌȡẟeɇǝəɛɘɚɜɝɞʚɤfʩƒgɡɢǥɠʛɣƣhʜƕɦɧiıɪɨɩjȷɉʝɟʄkƙʞlỻʪʫʟƚɫɬɭȴɮƛʎmɱnɴɲƞɳȵŋoɶɔɵɷȣpƥɸqȹʠɋĸrʀɍɹɺɻɼɽɾɿʁsʂȿẜẝʃƪʅʆtʨƾʧŧƫƭʈȶʇuʉɥʮʯɯɰʊvʋỽʌwʍxyʏɏƴỿȝzƍƶȥʐʑɀʒƹƺʓþƿƻƨƽƅʔɂŉʕʡʢʖǀǁǂǃʗʘʬʭ' +
  'αβγδεϝͷϛζͱηθιϳκϗλμνξοπϻϟϙρϼσͼͻͽτυφχψωϡͳϸϣϥϧϩϫϭϯ' +
  'аәӕбвгґғӻҕӷдԁђԃҙеєжԫҗзԅԑѕӡԇийҋіјкқӄҡҟҝԟԛлӆԯԓԡљԉԕмӎнԩӊңӈԣҥњԋоөпԥҧҁрҏԗсԍҫтԏҭћуүұѹфхӽӿҳһԧѡѿѽѻцҵчԭҷӌҹҽҿџшщъыьҍѣэюяԙѥѧѫѩѭѯѱѳѵҩԝӏ';
/** Accents in their order. The stroke of `ø` is one, and so is what makes `æ` differ from `ae`. */
const accents =
  '\u0332\u0301\u0300\u0306\u0302\u030c\u030a\u0308\u030b\u0303\u0307\u0338\u0327\u0328\u0304\u0323';
/** What a letter is compared as. */
const expansions: Readonly<Record<string, string>> = {
  __proto__: null as never,
  ß: 's\u0338s',
  ς: 'σ\u0338',
  æ: 'a\u0338e',
  œ: 'o\u0338e',
  ø: 'o\u0338',
  đ: 'd\u0338',
  ð: 'd\u0323',
  ħ: 'h\u0338',
  ł: 'l\u0338',
  '‘': "'\u0332",
  '’': "'\u0301",
  '‚': "'\u0300",
  '‛': "'\u0306",
  '“': '"\u0332',
  '”': '"\u0301',
  '„': '"\u0300',
  '‟': '"\u0306',
};

/** What a text is compared by, level after level, each as code units. */
interface Key {
  readonly base: string;
  readonly accents: string;
  readonly cases: string;
}

/** The options that are followed, checked. */
export interface Collation {
  readonly numeric: boolean;
  readonly levels: readonly (keyof Key)[];
  readonly upperFirst: boolean;
  readonly ignorePunctuation: boolean;
}

const maxKept = 20_000;
const maxKeptChars = 100;
/** Keys of letters, and of the texts of the last sort, in which each comes many times. */
const elements = new Map<string, Key>();
let kept = new Map<string, Key>();
let keptFor: Collation | undefined;

/** Compares two texts as the Unicode root collation does; letters and symbols that it does not know here by their code points. */
export function compareTexts(left: string, right: string, collation: Collation): number {
  if (left === right) return 0;
  const one = keyOf(left, collation);
  const two = keyOf(right, collation);
  const level = collation.levels.find((each) => one[each] !== two[each]);
  if (level === undefined) return 0;
  const isReversed = level === 'cases' && collation.upperFirst;
  return one[level] < two[level] === isReversed ? 1 : -1;
}

function keyOf(text: string, collation: Collation): Key {
  if (collation !== keptFor || kept.size > maxKept) {
    kept = new Map();
    keptFor = collation;
  }
  const known = kept.get(text);
  if (known !== undefined) return known;
  const key = makeKey(text.normalize('NFC'), collation);
  if (text.length <= maxKeptChars) kept.set(text, key);
  return key;
}

function makeKey(text: string, { numeric, ignorePunctuation }: Collation): Key {
  const parts = numeric ? (text.match(/\d+|[^]/gu) ?? []) : Array.from(text);
  return joinKeys(
    parts.map((part) => {
      if (numeric && part >= '0' && part <= ':') return numberKey(part.replace(/^0+(?=\d)/, ''));
      const isLeftOut = ignorePunctuation && /^[\p{P}\s]$/u.test(part.normalize('NFKD').charAt(0));
      return isLeftOut ? none : elementOf(part);
    }),
  );
}

const none: Key = { base: '', accents: '', cases: '' };

function joinKeys(keys: readonly Key[]): Key {
  const sum = { ...none };
  for (const { base, accents: marked, cases } of keys) {
    sum.base += base;
    sum.accents += marked;
    sum.cases += cases;
  }
  return sum;
}

function elementOf(letter: string): Key {
  let key = elements.get(letter);
  if (key === undefined) elements.set(letter, (key = makeElement(letter)));
  return key;
}

/** Where kinds of characters begin: other symbols, digits, letters of the table, other letters. */
const starts = { symbol: 1_000, digit: 1_300_000, letter: 1_400_000, other: 1_500_000 };

function makeElement(letter: string): Key {
  const lower = letter.toLowerCase();
  const cases = lower === letter ? '\u0001' : '\u0002';
  const unit = lower.codePointAt(0) ?? 0;
  const place = letters.indexOf(lower);
  if (lower.length === 1 && place >= 0) return simple(starts.letter + place, cases);
  if (/^\d$/.test(letter)) return simple(starts.digit + unit, cases);
  if (letter.trim() === '') return simple(1 + Math.min(unit, 40), cases);
  if (marks.includes(letter)) return simple(50 + marks.indexOf(letter), cases);
  if (/^\p{M}$/u.test(letter)) {
    const accent = accents.indexOf(letter);
    return { ...none, accents: String.fromCharCode(accent < 0 ? unit : 2 + accent) };
  }
  const parts = expansions[lower] ?? lower.normalize('NFKD');
  if (parts !== lower) {
    const sum = joinKeys(Array.from(parts, elementOf));
    return { ...sum, cases: sum.cases.replace(/[^]/g, cases) };
  }
  if (/^[\p{Cc}\p{Cf}]$/u.test(letter)) return none;
  return simple((/^[\p{L}\p{N}]/u.test(letter) ? starts.other : starts.symbol) + unit, cases);
}

/** Digits as one number: by their count, then one by one. */
function numberKey(digits: string): Key {
  const each = Array.from(digits, (digit) => unitsOf(starts.digit + digit.charCodeAt(0)));
  return {
    ...simple(starts.digit + digits.length, '\u0001'),
    base: unitsOf(starts.digit + digits.length) + each.join(''),
  };
}

function simple(weight: number, cases: string): Key {
  return { base: unitsOf(weight), accents: '\u0001', cases };
}

/** A weight as two units below the surrogates, so that texts of them compare as the weights do. */
function unitsOf(weight: number): string {
  return String.fromCharCode(Math.floor(weight / 0x8000), weight % 0x8000);
}

const levels: Readonly<Record<string, readonly (keyof Key)[]>> = {
  base: ['base'],
  accent: ['base', 'accents'],
  case: ['base', 'cases'],
  variant: ['base', 'accents', 'cases'],
};
const rootLanguages =
  /^(?:en|de|fr|it|pt|nl|id|ms|ga|sw|zu|und)(?:-[A-Za-z]{4})?(?:-[A-Za-z]{2}|-\d{3})?$/;
const knownOptions =
  /^(?:sensitivity|numeric|caseFirst|ignorePunctuation|usage|localeMatcher|collation)$/;

const usual = checkCollation('en', {}, '');
let lastArguments = '';
let lastCollation: Collation | undefined;

/** Reads the arguments of `localeCompare` and `Intl.Collator`. Throws for what is not followed. */
export function readCollation(locales: unknown, options: unknown, name: string): Collation {
  if (locales === undefined && options === undefined) return usual;
  const locale = String((Array.isArray(locales) ? locales[0] : locales) ?? 'en');
  const given = (options ?? {}) as Readonly<Record<string, unknown>>;
  // A comparison of a sort gives the same again and again, in an object of its own.
  let text = locale;
  for (const key of Object.keys(given)) text += '\n' + key + '\n' + String(given[key]);
  if (lastCollation === undefined || text !== lastArguments) {
    lastCollation = checkCollation(locale, given, name);
    lastArguments = text;
  }
  return lastCollation;
}

function checkCollation(
  locale: string,
  given: Readonly<Record<string, unknown>>,
  name: string,
): Collation {
  if (!rootLanguages.test(locale)) {
    const found = ': letters are ordered as in English alone, got the locale ' + locale;
    throw new TypeError(name + found + '; leave it out, or order by a key of your own');
  }
  const { sensitivity = 'variant', numeric, caseFirst, ignorePunctuation } = given;
  const followed = levels[sensitivity as string];
  const unknown = Object.keys(given).find((key) => !knownOptions.test(key));
  if (followed === undefined || unknown !== undefined) {
    throw new TypeError(
      name +
        ': the options are numeric, ignorePunctuation, caseFirst ("upper" or "lower") and sensitivity ("base", "accent", "case" or "variant"), got ' +
        String(unknown ?? sensitivity),
    );
  }
  return {
    numeric: numeric === true,
    levels: followed,
    upperFirst: caseFirst === 'upper',
    ignorePunctuation: ignorePunctuation === true,
  };
}
