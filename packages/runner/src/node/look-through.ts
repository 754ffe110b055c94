import { realpath } from 'node:fs/promises';

import { messageOf } from '@rlm/repl-types/internal';
import type { LongText } from '@rlm/sandbox';

import { ContextError } from '../errors.js';
import { reasonOf } from './list-files.js';
import { openText, requireSame, stampOf } from './open-text.js';
import { openRegular } from './read-file-bytes.js';
import { isBinaryStart } from './read-text-bytes.js';
import { scanText } from './scan-text.js';

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
    const stamp = stampOf(await file.stat({ bigint: true }));
    const size = Number(stamp.size);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.subarray(0, bytesRead);
    if (isBinaryStart(place, head)) {
      throw new ContextError(place, 'there is no text in it, only binary data');
    }
    const offset = head.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
    const scanned = await scanText(file, offset, size - offset, signal);
    if (typeof scanned === 'number') {
      throw new ContextError(
        place,
        `it is not UTF-8 (near byte ${scanned}): convert it (iconv -f ... -t UTF-8), or read it with readContextFiles()`,
      );
    }
    requireSame(await file.stat({ bigint: true }), stamp);
    const open: LongText['open'] = () =>
      openText(path, stamp, { offset, bytes: scanned.bytes }).catch((error: unknown) => {
        throw new ContextError(place, messageOf(error), error);
      });
    return Object.freeze({ ...scanned, open });
  } finally {
    await file.close();
  }
}
