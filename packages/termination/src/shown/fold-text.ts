import { decodeText } from './decode.js';
import { plainCharacters } from './look-alikes.js';

const word = /[\p{L}\p{N}\p{M}_]/u;

/**
 * The normal form of a text, in which all ways of writing the same call or tag are equal: entities and escapes
 * decoded, look-alikes plain, no zero-width characters, small letters, no marks of quotes, lists and code,
 * an element without body in one form, blanks only between words. Linear in the text's length.
 */
export function foldText(text: string): string {
  return plainCharacters(decodeText(text))
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(gluedHead, '$1 ')
    .replace(spacedHead, (head: string, name: string) =>
      name === name.toUpperCase() ? name : head.trimEnd() + kept,
    )
    .toLowerCase()
    .replace(/<!\[cdata\[|\]\]>|`+/g, '')
    .replace(/(<\/?[\w:.-]+)\s+(?=\/?>)/g, '$1')
    .replace(/<([\w:.-]+)\/>/g, '<$1></$1>')
    .replace(lineMarks, ' ')
    .replace(/["*~]+/g, dropMarks)
    .replace(/\s+/g, ' ')
    .replace(blankAtMark, '');
}

/** A head that letters or marks run into: `endsFINAL(`, `__FINAL(`; not `MY_FINAL(`. */
const gluedHead = /([a-z0-9]|(?<![A-Za-z0-9_])_{1,9})(?=(?:FINAL(?:_VAR)?|SUBMIT)[\s*_]{0,9}\()/g;

/** A head with blanks before its parenthesis. In capitals it is a call; "the final (2014)" is not. */
const spacedHead = /\b(final(?:_var)?|submit)\s+(?=\()/gi;

/** Stands where a blank before a parenthesis tells words from a call; no text holds it, as private characters are dropped. */
const kept = '\ue000';

/** What stands at the start of lines around a text: quotes, bullets, numbers, headings, tables. */
const lineMarks = /(?:^|\n)[\s>|#]*(?:(?:[-+*•‣◦·]|\d{1,6}[.:|])[ \t]+[\s>|#]*)*/g;

const blankAtMark = /(?<![\p{L}\p{N}\p{M}_]) | (?![\p{L}\p{N}\p{M}_])/gu;

/** Quotation marks and emphasis count only between two words (`it's`, `2*3`), or two blanks (`2 * 3`). */
function dropMarks(run: string, at: number, text: string): string {
  const before = kindOf(text.charAt(at - 1));
  const after = kindOf(text.charAt(at + run.length));
  return before !== 'mark' && before === after ? run : '';
}

function kindOf(character: string): 'word' | 'blank' | 'mark' {
  if (word.test(character)) return 'word';
  return /\s/.test(character) ? 'blank' : 'mark';
}
