import { decodeText } from './decode.js';
import { plainCharacters, plainDigits } from './look-alikes.js';

/**
 * Folds a text so that calls and tags cannot be disguised: plain lower-case letters, and between them one sign for what
 * opens there: `(` for a bracket, `<` for an angle, `:` for an assignment. Blanks, digits, quotation marks, accents and
 * everything else are dropped: `F.I.N.A.L (` becomes `final(`. Linear in the text's length.
 */
export function foldMarks(text: string): string {
  return plainCharacters(text.normalize('NFKC'))
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

/**
 * The ways to read a text, each folded: as it is, decoded (entities, escapes), without comments, without comments and
 * tags, and with digits as letters. Always the same number, in the same order. Linear.
 */
export function readingsOf(text: string): readonly string[] {
  const decoded = decodeText(text);
  const bare = without(without(decoded, '<!--', '-->'), '/*', '*/');
  const folded = new Map<string, string>();
  return [text, decoded, bare, bare.replace(tags, ''), plainDigits(decoded)].map((reading) => {
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
