import { stat } from 'node:fs/promises';

import type { LongText } from '@rlm/sandbox';

import { heldFileText } from './look-through.js';

/** A file with fewer bytes is read into memory. */
const leastBytes = 2 ** 22;

/**
 * The text of a large file, which is not read into memory: the file stays open until the process ends. It may grow, move or be
 * deleted meanwhile. Undefined for what is to be read in the ordinary way: a small file, more than `maxBytes`, a pipe, a document,
 * text that is not UTF-8, and what cannot be read.
 */
export async function largeText(path: string, maxBytes: number): Promise<LongText | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile() || found.size < leastBytes || found.size > maxBytes) return undefined;
    return await heldFileText(path);
  } catch {
    return undefined;
  }
}
