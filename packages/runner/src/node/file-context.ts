import { realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { checkOptions, fields, required, someText } from '@rlm/repl-types/options';
import { abortSignal, checkOption, messageOf, refuseOption } from '@rlm/repl-types/internal';
import type { LongText } from '@rlm/sandbox';

import { ContextError } from '../errors.js';
import { reasonOf } from './list-files.js';
import { openText, requireSame, stampOf } from './open-text.js';
import { openRegular } from './read-file-bytes.js';
import { isBinaryStart } from './read-text-bytes.js';
import { scanText } from './scan-text.js';

/** How {@link fileContext} looks through a file. */
export interface FileContextOptions {
  readonly abortSignal?: AbortSignal | undefined;
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const headBytes = 8_000;

/**
 * A text file as a context that is never read into the memory of this process: `context: await fileContext('big.log')`, or
 * the `value` of one of `contexts`. It is looked through once here, for its length and its SHA-256.
 *
 * - `cpython()` and `unsafeCpython()` read it by its descriptor, whatever its size: up to 256 MiB the variable is a string, above
 *   an object that reads from the file. To other backends its text is sent piece by piece.
 * - The file must be UTF-8, and stay as it is until the run has ended: a session refuses one that was changed. So does a
 *   resumed run, by the SHA-256 in its journal.
 *
 * @param path A path or a `file:` URL of a regular file. A link is followed, once, here.
 * @throws ContextError if it cannot be read, is no regular file, or is no text in UTF-8
 */
export async function fileContext(
  path: string | URL,
  options: FileContextOptions = {},
): Promise<LongText> {
  checkOption('path', path instanceof URL ? path.href : path, required(someText), refuseOption);
  checkOptions(options, fields<FileContextOptions>({ abortSignal }), refuseOption);
  const place = path instanceof URL || /^file:/i.test(path) ? fileURLToPath(path) : path;
  try {
    return await lookThrough(place, options.abortSignal);
  } catch (error) {
    options.abortSignal?.throwIfAborted();
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
