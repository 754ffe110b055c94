import { disguises } from './load-disguises.js';

/**
 * Folds a text so that calls and tags cannot be disguised: plain lower-case letters, and between them one sign for what
 * opens there: `(` for a bracket, `<` for an angle, `:` for an assignment. Blanks, digits, quotation marks, accents and
 * everything else are dropped: `F.I.N.A.L (` becomes `final(`. Look-alikes of other scripts are folded once what reads
 * disguises is loaded. Linear in the text's length.
 */
export function foldMarks(text: string): string {
  const composed = text.normalize('NFKC');
  return (disguises()?.plainCharacters(composed) ?? composed)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}([{<:=]+/gu, '')
    .replace(/[([{<:=]+/g, signOf);
}

function signOf(run: string): string {
  if (/[([{]/.test(run)) return '(';
  const assigns = /[:=]/.test(run);
  if (run.includes('<')) return assigns ? '(' : '<';
  return assigns ? ':' : '';
}

const tags = /<[/a-z!?][^<>]{0,300}>/gi;

/** A text with its escapes and entities decoded, if what reads them is loaded. */
export function decoded(text: string): string {
  return disguises()?.decodeText(text) ?? text;
}

/**
 * The ways to read a text, each folded: as it is, decoded (entities, escapes), without comments, without comments and
 * tags, and with digits as letters. Always the same number, in the same order. Linear.
 */
export function readingsOf(text: string): readonly string[] {
  const plain = decoded(text);
  const bare = without(without(plain, '<!--', '-->'), '/*', '*/');
  const folded = new Map<string, string>();
  return [text, plain, bare, bare.replace(tags, ''), plainDigits(plain)].map((reading) => {
    const fold = folded.get(reading) ?? foldMarks(reading);
    folded.set(reading, fold);
    return fold;
  });
}

/** A text without the parts between two marks, and without the marks. */
function without(text: string, open: string, close: string): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf(open, from);
    const end = start === -1 ? -1 : text.indexOf(close, start + open.length);
    if (end === -1) break;
    kept.push(text.slice(from, start));
    from = end + close.length;
  }
  return from === 0 ? text : [...kept, text.slice(from)].join('');
}

/** The letters that digits and marks imitate. */
const letters: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  '!': 'i',
  '@': 'a',
  $: 's',
  '|': 'l',
};

/** Replaces digits and marks by the letters that they imitate: `F1N4L`. */
function plainDigits(text: string): string {
  return text.replace(/[013-578!@$|]/g, (digit) => letters[digit] ?? '');
}
