import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

import { isAscii, isUtf8 } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';

import { detach } from '@rlm/repl-types/internal';
import type { LongText } from '@rlm/sandbox';
import { blockBytes } from '@rlm/sandbox/internal';

/** What one pass over a file finds. */
export type ScannedText = Omit<LongText, 'open'>;

/** Bytes that are read at a time: whole blocks. */
const pieceBytes = 4 * blockBytes;

/** Characters of the beginning that are kept: as much as a description looks at. */
const headChars = 20_000;

/**
 * Looks through the text of a file from a byte on: its length in every measure, its SHA-256, where its blocks begin. Returns the
 * offset of the first byte that is not UTF-8 instead, if there is one. Holds one piece at a time.
 */
export async function scanText(
  file: FileHandle,
  offset: number,
  bytes: number,
  abortSignal: AbortSignal | undefined,
): Promise<ScannedText | number> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, bytes));
  const counts = { codePoints: 0, astral: 0, lineFeeds: 0, width: 1 as 1 | 2 | 4 };
  const marks: [number, number][] = [];
  /** Bytes of a character that the last piece began, for the check of its end. */
  let open: Buffer = Buffer.alloc(0);
  let head = '';
  let last = 0;
  for (let at = 0; at < bytes;) {
    abortSignal?.throwIfAborted();
    const piece = await readFull(file, buffer, offset + at, Math.min(pieceBytes, bytes - at));
    if (piece === undefined) throw new Error('it became shorter while it was read');
    hash.update(piece);
    const whole = open.length === 0 ? piece : Buffer.concat([open, piece]);
    const end = at + piece.length === bytes ? whole.length : wholeCharacters(whole);
    if (!isUtf8(whole.subarray(0, end))) return at;
    if (head.length < headChars) head += whole.toString('utf8', 0, end).slice(0, headChars);
    open = Buffer.from(whole.subarray(end));
    for (let from = 0; from < piece.length; from += blockBytes) {
      marks.push([counts.codePoints, counts.lineFeeds]);
      count(piece.subarray(from, from + blockBytes), counts);
    }
    last = piece[piece.length - 1] ?? 0;
    at += piece.length;
    await turn();
  }
  const { codePoints, astral, lineFeeds, width } = counts;
  return {
    sha256: hash.digest('hex'),
    bytes,
    codePoints,
    units: codePoints + astral,
    lines: lineFeeds + (bytes === 0 || last === 0x0a ? 0 : 1),
    // A copy: else all of the first piece stays in memory.
    head: detach(head.slice(0, headChars).replace(/[\ud800-\udbff]$/, '')),
    width,
    marks,
  };
}

/** Reads until the buffer has that many bytes; undefined if the file ends before. */
async function readFull(
  file: FileHandle,
  buffer: Buffer,
  position: number,
  length: number,
): Promise<Buffer | undefined> {
  for (let filled = 0; filled < length;) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) return undefined;
    filled += bytesRead;
  }
  return buffer.subarray(0, length);
}

/** How many of the bytes are whole characters: the last may be cut. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const unit = bytes[bytes.length - back] ?? 0;
    if (unit < 0x80) return bytes.length;
    if (unit >= 0xc0) {
      const wanted = unit >= 0xf0 ? 4 : unit >= 0xe0 ? 3 : 2;
      return wanted > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

function count(
  bytes: Buffer,
  counts: { codePoints: number; astral: number; lineFeeds: number; width: 1 | 2 | 4 },
): void {
  let lineFeeds = 0;
  if (isAscii(bytes)) {
    for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) lineFeeds += 1;
    counts.codePoints += bytes.length;
    counts.lineFeeds += lineFeeds;
    return;
  }
  let codePoints = 0;
  let astral = 0;
  let widest = 0;
  // An index, since an iterator takes several times as long for each byte.
  let index = 0;
  while (index < bytes.length) {
    const unit = bytes[index++] ?? 0;
    if (unit === 0x0a) lineFeeds += 1;
    if ((unit & 0xc0) !== 0x80) codePoints += 1;
    if (unit >= 0xf0) astral += 1;
    if (unit > widest) widest = unit;
  }
  counts.codePoints += codePoints;
  counts.astral += astral;
  counts.lineFeeds += lineFeeds;
  if (widest >= 0xf0) counts.width = 4;
  else if (widest >= 0xc4 && counts.width === 1) counts.width = 2;
}
