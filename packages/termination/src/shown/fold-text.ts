import type { BoundedWork } from '@rlm/repl-types/internal';

import { decodeLayer, mayHoldCodes } from './decode.js';
import { optional } from './optional.js';

/** The steps of folding one character. */
const stepsOfCharacter = 2;

/** A text is folded in pieces: many accents on one letter take more than linear time. */
const pieceChars = 1_000;

// eslint-disable-next-line no-control-regex -- a backspace and the escape of a terminal are no plain characters
const plain = /^[^\0-\u0008\u000e-\u001f\u007f-\uffff]*$/;

/**
 * Folds a text: decodes all layers of codes, and makes one plain character of all ways to write it. What is left are
 * ASCII in lower case, letters of other scripts, `¤` for any other sign, and parts that a reader may leave out. Linear.
 */
export function foldText(text: string, work: BoundedWork): string {
  if (plain.test(text) && !mayHoldCodes(text)) return text.toLowerCase();
  let read = text.replace(/\p{Co}/gu, '');
  for (;;) {
    const visible = foldPieces(read, work);
    read = decodeLayer(visible, work);
    if (read === visible) return visible.toLowerCase();
  }
}

function foldPieces(text: string, work: BoundedWork): string {
  work.spend(stepsOfCharacter * text.length);
  if (plain.test(text)) return text;
  const pieces: string[] = [];
  const known = text.replace(sequences, plainSequence).replace(typedOver, optional('$1'));
  for (let from = 0; from < known.length; from += pieceChars) {
    const piece = known.slice(from, from + pieceChars);
    const folded = plain.test(piece) ? piece : foldCharacters(piece);
    // One character may become 18.
    work.spend(stepsOfCharacter * folded.length);
    pieces.push(folded);
  }
  return pieces.join('');
}

/** Letters in circles, squares and flags, and those that only programs see. */
const rows = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}\u{e0020}-\u{e007e}]/gu;

/** The plain character of one that stands in a row: its place in the row tells which. */
function fromRow(sign: string): string {
  const point = sign.codePointAt(0) ?? 0;
  const [first, code] = point >= 0xe0000 ? [0xe0000, 0] : [firstOf(point), 65];
  return String.fromCharCode(point - first + code);
}

function firstOf(point: number): number {
  return [0x1f1e6, 0x1f170].find((start) => point >= start) ?? 0x1f150;
}

/** What is not seen, or only modifies what is seen. Line ends and the marks of optional parts stay. */
const unseen =
  // eslint-disable-next-line no-control-regex -- these are the characters to be dropped
  /[\p{M}\p{Lm}\p{Cf}\p{Cs}\p{Cn}\p{Default_Ignorable_Code_Point}\0-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]+/gu;

/** An opening bracket of any kind, also those that Unicode counts as signs or letters. Quotation marks are none. */
const opening = /(?![‚„〝])[\p{Ps}﴾«‹≪˂ᐸ⎛-⎝⎡-⎣⎧-⎩]/gu;
const colon = /[∶։׃꞉]/g;

function foldCharacters(text: string): string {
  return text
    .replace(rows, fromRow)
    .replace(/ː/g, ':')
    .normalize('NFKD')
    .replace(unseen, '')
    .replace(opening, '(')
    .replace(colon, ':')
    .replace(/[\u0085\u2028\u2029]/g, '\n')
    .replace(/(?![\0-\u007f])[\p{S}\p{N}\p{Po}]/gu, '¤')
    .replace(/[^\0-\u007f\p{L}¤\ue000\ue001]+/gu, ' ');
}

/** Sequences of a terminal: links and titles, colours. */
const sequences =
  // eslint-disable-next-line no-control-regex -- these are the characters to be dropped
  /\u001b[\]P^_X]([^\u0007\u001b]*)(?:\u0007|\u001b\\?)?|(?:\u001b\[|\u009b)[0-?]*[a-z@]?|\u001b[ -/]+[0-~]/gi;

function plainSequence(_: string, words = ''): string {
  return words === '' ? '' : optional(words);
}

/** A character over which another one is typed. */
const typedOver = /([^\b])[\b]/gu;
