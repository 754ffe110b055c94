import { isUtf8 } from 'node:buffer';

import { groupThousands } from '@rlm/repl-types/internal';

import { lookForUtf8 } from './look-for-utf8.js';

/** A text, and what was guessed so that it could be read. */
export interface DecodedText {
  readonly text: string;
  /** In words, with the place: `read as Windows-1252, since it is not UTF-8 (first at byte 4, in line 1)`. */
  readonly guess?: string;
}

/** The first bytes of a file, in which a zero means that it is binary. */
const sampleBytes = 8_000;

/** Byte order marks; one that begins with another comes before it. */
const marks: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['gb18030', [0x84, 0x31, 0x95, 0x33]],
];

/** The encoding that the byte order mark of a text names. */
export function markedEncoding(bytes: Uint8Array): string | undefined {
  return marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
}

/** The one name of an encoding that texts can be read in; undefined for any other. */
export function encodingNamed(name: string): string | undefined {
  const lower = name.trim().toLowerCase();
  const wide = /^utf-?32[-_]?(le|be)$/.exec(lower);
  if (wide !== null) return `utf-32${wide[1] ?? ''}`;
  try {
    return new TextDecoder(lower).encoding;
  } catch {
    return undefined;
  }
}

/**
 * Decodes the bytes of a text file, or returns null if they are binary. A byte order mark decides, then what the caller says. Without
 * both, a text that is nearly all UTF-8 is read as that, with U+FFFD for the rest, and any other as Windows-1252.
 *
 * @param encoding As {@link encodingNamed} gives it.
 */
export function decodeText(bytes: Uint8Array, encoding?: string): DecodedText | null {
  const marked = markedEncoding(bytes);
  const known = marked ?? encoding;
  const sample = bytes.subarray(0, sampleBytes);
  if (known !== undefined && /^utf-(?:16|32)/.test(known)) {
    const text = decodeAs(known, bytes);
    return marked === undefined && isNoise(text.slice(0, sampleBytes)) ? null : { text };
  }
  if (sample.includes(0)) return null;
  if (known !== undefined && known !== 'utf-8') return { text: decodeAs(known, bytes) };
  if (isUtf8(bytes)) return { text: decodeAs('utf-8', bytes) };
  const { right, wrong, first } = lookForUtf8(bytes);
  if (known === 'utf-8' || right > wrong) {
    const guess = `read as UTF-8, with U+FFFD for bytes that are not (${placeOf(bytes, first)})`;
    return { text: decodeAs('utf-8', bytes), guess };
  }
  if (hasControls(sample)) return null;
  const guess = `read as Windows-1252, since it is not UTF-8 (${placeOf(bytes, first)})`;
  return { text: decodeAs('windows-1252', bytes), guess };
}

function placeOf(bytes: Uint8Array, at: number): string {
  let line = 1;
  for (let end = bytes.indexOf(0x0a); end >= 0 && end < at; end = bytes.indexOf(0x0a, end + 1)) {
    line += 1;
  }
  return `first in line ${groupThousands(line)}, at byte ${groupThousands(at + 1)}`;
}

/** Whether a sample has bytes that no text file has: controls other than tab, line feed, form feed, return. */
function hasControls(sample: Uint8Array): boolean {
  return sample.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));
}

/** Whether a text is what binary data becomes in UTF-16 and UTF-32. */
function isNoise(text: string): boolean {
  return text.includes('\0') || (text.match(/\ufffd/g)?.length ?? 0) * 10 > text.length;
}

/** The text without its mark. */
function decodeAs(encoding: string, bytes: Uint8Array): string {
  switch (encoding) {
    case 'windows-1252':
      return decodeWindows1252(bytes);
    case 'utf-32le':
    case 'utf-32be':
      return decodeUtf32(bytes, encoding === 'utf-32le');
    default:
      return new TextDecoder(encoding).decode(bytes).replace(/^\ufeff/, '');
  }
}

/** What Windows-1252 has from 0x80 to 0x9F, where Latin-1 has controls. From 20.18.3 on, the decoder of Node.js gives these. */
const windows1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

function decodeWindows1252(bytes: Uint8Array): string {
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return latin.replace(/[\u0080-\u009f]/g, (char) => windows1252[char.charCodeAt(0) - 0x80] ?? '');
}

/** Code points that are decoded at a time: as arguments of one call. */
const pieceLength = 8_192;

function decodeUtf32(bytes: Uint8Array, isLittle: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces: string[] = [];
  let points: number[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const point = at + 4 > bytes.length ? Infinity : view.getUint32(at, isLittle);
    const isScalar = point <= 0x10_ff_ff && (point < 0xd800 || point > 0xdfff);
    if (at > 0 || point !== 0xfe_ff) points.push(isScalar ? point : 0xff_fd);
    if (points.length < pieceLength) continue;
    pieces.push(String.fromCodePoint(...points));
    points = [];
  }
  return pieces.join('') + String.fromCodePoint(...points);
}

/** The encoding of what was taken for binary data, if it is probably UTF-16 without a mark: every other byte is a zero. */
export function looksLikeUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, sampleBytes);
  let even = 0;
  let odd = 0;
  for (const [index, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  if (sample.length < 8 || hasControls(sample.filter((byte) => byte !== 0))) return undefined;
  const isEvery =
    Math.max(even, odd) * 4 > sample.length && Math.min(even, odd) * 50 < sample.length;
  if (!isEvery) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}
