import type { FileHandle } from 'node:fs/promises';

import type { HeadLine } from '../lines/lines.js';
import { endsDecided, lastOf, maxTail } from '../store/read-texts.js';
import type { FoundRun } from '../store/log.js';
import { unsealLine } from './line-seal.js';
import { openRegular } from './regular-file.js';

/** How much of a file's two ends is read at first. */
const chunkBytes = 16_384;

/** How much is read at most: no line of a run is longer. */
const maxBytes = 2 ** 26;

/**
 * Reads the two ends of a journal: its head, and its last line. Empty if it cannot be read; undefined if it is gone.
 */
export async function findRun(file: string): Promise<Pick<FoundRun, 'head' | 'last'> | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await openRegular(file);
    if (handle === undefined) return {};
    const { size } = await handle.stat();
    const head = await readHead(handle, size);
    if (head === undefined) return {};
    return { head, ...(await readLast(handle, size)) };
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : {};
  } finally {
    await handle?.close();
  }
}

async function readHead(handle: FileHandle, size: number): Promise<HeadLine | undefined> {
  for (let length = chunkBytes; ; length *= 4) {
    const text = await readPart(handle, 0, Math.min(length, size));
    const end = text.indexOf('\n');
    if (end < 0 && length < Math.min(size, maxBytes)) continue;
    const line = end < 0 ? undefined : unsealLine(text.slice(0, end));
    if (line === undefined) return undefined;
    const head = JSON.parse(line) as HeadLine;
    return (head.format as string) === 'rlm-journal' ? head : undefined;
  }
}

async function readLast(handle: FileHandle, size: number): Promise<Pick<FoundRun, 'last'>> {
  for (let length = chunkBytes; ; length *= 4) {
    const start = Math.max(0, size - length);
    // The last piece is torn, or empty; the first, of a part, may be cut.
    const lines = (await readPart(handle, start, size - start)).split('\n').slice(0, -1);
    const whole = start === 0 ? lines : lines.slice(1);
    const texts = whole.map((line) => unsealLine(line) ?? '');
    const found = lastOf(texts);
    const isEnough = found.last !== undefined && (!endsDecided(texts) || texts.length >= maxTail);
    if (isEnough || start === 0 || length >= maxBytes) return found;
  }
}

async function readPart(handle: FileHandle, start: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
  return buffer.toString('utf8', 0, bytesRead);
}
