import { ContextError } from '@rlm/repl-types';
import { realpath, type FileHandle } from 'node:fs/promises';

import { messageOf } from '@rlm/repl-types/internal';
import type { LongText } from '@rlm/sandbox';

import { markedEncoding } from './decode-text.js';
import { reasonOf } from './list-files.js';
import { openHeldText, openText, requireSame, stampOf, type FileStamp } from './open-text.js';
import { openRegular } from './read-file-bytes.js';
import { isBinaryStart, isPacked } from './read-text-bytes.js';
import { scanText, type ScannedText } from './scan-text.js';

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const headBytes = 8_000;

/** Looks through a text file. Throws ContextError. */
export async function fileText(place: string, signal: AbortSignal | undefined): Promise<LongText> {
  try {
    return await lookThrough(place, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (ContextError.isInstance(error)) throw error;
    throw new ContextError(place, reasonOf(error), error);
  }
}

async function lookThrough(place: string, signal: AbortSignal | undefined): Promise<LongText> {
  const path = await realpath(place);
  const file = await openRegular(path, { followLinks: false });
  try {
    const head = await headOf(file);
    if (isBinaryStart(place, head)) {
      throw new ContextError(place, 'there is no text in it, only binary data');
    }
    const { stamp, offset, scanned } = await scanFile(file, head, signal);
    if (typeof scanned === 'number') {
      throw new ContextError(
        place,
        `it is not UTF-8 (near byte ${scanned}): convert it (iconv -f ... -t UTF-8), or read it with readContextFiles()`,
      );
    }
    requireSame(stampOf(await file.stat({ bigint: true })), stamp);
    const open: LongText['open'] = () =>
      openText(path, stamp, { offset, bytes: scanned.bytes }).catch((error: unknown) => {
        throw new ContextError(place, messageOf(error), error);
      });
    return Object.freeze({ ...scanned, open });
  } finally {
    await file.close();
  }
}

/** Files that stay open until the process ends: one that is collected with its file open brings a warning. */
const heldFiles = new Set<FileHandle>();

/**
 * Looks through a text file, which stays open until the process ends. Undefined if it is no plain text in UTF-8, or white space
 * only.
 */
export async function heldFileText(path: string): Promise<LongText | undefined> {
  const file = await openRegular(path, { followLinks: true });
  let isHeld = false;
  try {
    const head = await headOf(file);
    if (!isTextStart(path, head)) return undefined;
    const { offset, scanned } = await scanFile(file, head, undefined);
    if (typeof scanned === 'number' || scanned.head.trim() === '') return undefined;
    const { bytes, sha256 } = scanned;
    isHeld = heldFiles.add(file).has(file);
    const open: LongText['open'] = () =>
      Promise.resolve(openHeldText(file.fd, { offset, bytes }, sha256));
    return Object.freeze({ ...scanned, open });
  } finally {
    if (!isHeld) await file.close();
  }
}

/** Whether a file that begins so holds its text as it is, and not in UTF-16 or the like: no document, no archive, no binary data. */
function isTextStart(name: string, head: Buffer): boolean {
  // Only its bytes further on say whether a file is a PDF: here each that may be one is.
  if (head.toString('latin1', 0, 1024).includes('%PDF-')) return false;
  const isMarkedOther = (markedEncoding(head) ?? 'utf-8') !== 'utf-8';
  return !isMarkedOther && !isPacked(name, head) && !isBinaryStart(name, head);
}

async function headOf(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  return buffer.subarray(0, bytesRead);
}

/** One pass over what a file holds now: its text without a byte order mark, or the place of a byte that is not UTF-8. */
async function scanFile(
  file: FileHandle,
  head: Buffer,
  signal: AbortSignal | undefined,
): Promise<{ stamp: FileStamp; offset: number; scanned: ScannedText | number }> {
  const stamp = stampOf(await file.stat({ bigint: true }));
  const offset = head.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  const scanned = await scanText(file, offset, Number(stamp.size) - offset, signal);
  return { stamp, offset, scanned };
}
