import type { BoundedWork } from '@rlm/repl-types/internal';

import { optional } from './optional.js';

/** Whether a text may hold characters that are written as codes. Most texts hold none. */
export function mayHoldCodes(text: string): boolean {
  return /[&\\%]|=[\da-f]{2}|0x|u\+/i.test(text);
}

/** The codes: entities, escapes of programs and style sheets, bytes with a percent or an equals sign, code points. */
const codes = new RegExp(
  [
    /&(?:amp;)*(?:#0*(?<decimal>\d{1,7});?|#x0*(?<hex>[\da-f]{1,6});?|(?<entity>(?:lt|gt|quot|amp)\b|[a-z][a-z\d]{1,40}(?=;));?)/,
    /\\+(?:[ux]\{0*(?<point>[\da-f]{1,6})\}|o\{(?<octal>[0-7]+)\}|n\{(?<name>[^{}]{1,80})\})/,
    /(?:\\+u000|%u0?)(?<long>[\da-f]{5})|(?:\\+|%)u(?<unit>[\da-f]{4})|\\+x(?<byte>[\da-f]{2})/,
    /\\+(?:(?<digits>\d[\da-f]{0,5}) ?|(?<letter>[a-z])(?<word>[a-z]*)|)/,
    /(?<bytes>(?:%(?:25)*[\da-f]{2})+)/,
    /(?<loose>(?:=[\da-f]{2})+|\b(?:0x|u\+)[\da-f]{2,6}\b)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

/** The steps of decoding one code. */
const stepsOfCode = 150;

type Groups = Readonly<Partial<Record<string, string>>>;

/**
 * Decodes one layer of codes. If a code has several meanings, each is an optional part of the text. A code that was
 * read is gone, so the layers have an end. Linear.
 */
export function decodeLayer(text: string, work: BoundedWork): string {
  if (!mayHoldCodes(text)) return text;
  return text.replace(codes, (...found: readonly unknown[]) => {
    work.spend(stepsOfCode);
    return decodeOne(found.at(-1) as Groups);
  });
}

function decodeOne(found: Groups): string {
  const { decimal, octal, entity, name, digits, letter, bytes, loose } = found;
  if (decimal !== undefined) return character(Number(decimal));
  if (octal !== undefined) return character(parseInt(octal, 8));
  const hex = found['hex'] ?? found['point'] ?? found['long'] ?? found['unit'] ?? found['byte'];
  if (hex !== undefined) return character(parseInt(hex, 16));
  if (entity !== undefined) return readEntity(entity);
  if (name !== undefined) return readName(name);
  if (digits !== undefined) return readDigits(digits);
  if (letter !== undefined) return readEscape(letter, found['word'] ?? '');
  if (bytes !== undefined) return decodeBytes(bytes.replace(/%(?:25)+(?=[\da-f]{2})/gi, '%'));
  return loose === undefined ? '' : readLoose(loose);
}

/** Bytes that are no text, such as a stray `%f3`, stay as they are. */
function decodeBytes(bytes: string): string {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return bytes.replace(/%([\da-f]{2})/gi, (byte, hex: string) =>
      /^[2-7]/.test(hex) ? character(parseInt(hex, 16)) : byte.slice(1),
    );
  }
}

/** `=46` and `U+0046` are codes, or an assignment and a number. */
function readLoose(loose: string): string {
  if (!loose.startsWith('=')) return optional(character(parseInt(loose.slice(2), 16)));
  return `${optional(decodeBytes(loose.replaceAll('=', '%')))}=${optional(loose.replaceAll('=', ''))}`;
}

const signs: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['num', '#'],
  ['bsol', '\\'],
  ['percnt', '%'],
  ['equals', '='],
  ['colon', ':'],
  ['semi', ';'],
  ['newline', '\n'],
]);

/** An entity is its sign; any other one is its first letter or nothing, and that of `l` a bracket: `&Iacute;`, `&lpar;`. */
function readEntity(entity: string): string {
  const initial = entity.charAt(0);
  const other = optional(initial) + (/^l/i.test(initial) ? optional('(') : '');
  return signs.get(entity.toLowerCase()) ?? other;
}

/** A character by its Unicode name: `LATIN SMALL LETTER F`, `LEFT PARENTHESIS`, `U+0046`. */
function readName(name: string): string {
  const [, point] = /^u\+([\da-f]+)$/i.exec(name) ?? [];
  if (point !== undefined) return character(parseInt(point, 16));
  const [letter] = /\b[a-z]\b/i.exec(name) ?? [];
  return letter ?? (/left/i.test(name) ? '(' : '');
}

/** Hexadecimal as in style sheets, or octal, or digits of the text. */
function readDigits(digits: string): string {
  const octal = digits.slice(0, 3);
  const programs = /^[0-7]+$/.test(octal)
    ? optional(character(parseInt(octal, 8)) + digits.slice(3))
    : '';
  return optional(character(parseInt(digits, 16))) + programs + optional(digits);
}

/** An escape (`\n`) and what follows it, a command (`\textbf`), or letters of the text. */
function readEscape(letter: string, word: string): string {
  const sign = /[nr]/i.test(letter) ? '\n' : letter === 'b' ? '\b' : letter === 'e' ? '\u001b' : '';
  return optional(letter) + sign + (word === '' ? '' : optional(word));
}

/** The halves of a pair arrive one by one, and join in the text. */
function character(point: number): string {
  return point <= 0x10ffff ? String.fromCodePoint(point) : '';
}
