import { nextTurn } from '@rlm/repl-types/internal';

import { foldUnit } from './significant.js';

/** The number of significant characters in a block. */
export const blockChars = 16;

/**
 * A block begins at the start of each line, or `most` characters after the last one, but never less
 * than `least` after it. So text that is read in lines has a block at a place that other lines of
 * its kind also have, with the characters that distinguish them.
 */
const stride = { most: 40, least: 16 };

/** The number of blocks that are found, or chained, before other work gets a turn. */
const blocksAtOnce = 16_384;

/** The multiplier of the rolling hash, and its power that removes the oldest character. */
const multiplier = 0x2c1b3c6d;
const oldest: number = Array.from({ length: blockChars }).reduce<number>(
  (power) => Math.imul(power, multiplier),
  1,
);

/**
 * A bucket's head holds its first block in the low bits and the number of its blocks above them;
 * `maxCounted` means that many or more.
 */
const blockBits = 26;
const maxCounted = 63;

/**
 * The places of a text's blocks, by a hash of their significant characters: about one byte for each
 * character of the text.
 */
export interface TextIndex {
  readonly text: string;
  /** The start of each block, from block 1 on. */
  readonly starts: Uint32Array;
  /** The next block of the same bucket, in the order of the text; 0 after the last. */
  readonly next: Uint32Array;
  readonly heads: Uint32Array;
}

/** The blocks that may have a given hash. */
export interface Bucket {
  readonly bucket: number;
  /** The first of them; 0 if there is none. */
  readonly first: number;
  readonly count: number;
}

/** Adds a character to the hash, and removes the one that leaves the block. */
export function rollHash(hash: number, entering: number, leaving: number): number {
  return (Math.imul(hash, multiplier) + entering - Math.imul(leaving, oldest)) | 0;
}

/** The bucket of a hash. */
export function bucketOf({ heads }: Pick<TextIndex, 'heads'>, hash: number): Bucket {
  const bucket = (Math.imul(hash, 0x9e3779b1) >>> 6) & (heads.length - 1);
  const head = heads[bucket] ?? 0;
  return { bucket, first: head & (2 ** blockBits - 1), count: head >>> blockBits };
}

/** Indexes a text in pieces, between which the host's other work goes on. */
export async function indexText(text: string): Promise<TextIndex> {
  const most = Math.ceil(text.length / stride.least) + 2;
  const starts = new Uint32Array(most);
  // Holds the hashes first, and then the successors.
  const next = new Uint32Array(most);
  const found = { at: 0, block: 0, lineStart: 0 };
  while (found.at < text.length) {
    findBlocks(text, found, starts, next);
    await nextTurn();
  }
  const heads = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(64, found.block))));
  // From the last block to the first, so that the chains are in the order of the text.
  for (let to = found.block; to > 0; to -= blocksAtOnce) {
    chainBlocks(Math.max(0, to - blocksAtOnce), to, next, heads);
    await nextTurn();
  }
  const length = found.block + 1;
  return { text, starts: starts.slice(0, length), next: next.slice(0, length), heads };
}

/** Finds the next blocks from a place on: their starts and hashes. */
function findBlocks(
  text: string,
  found: { at: number; block: number; lineStart: number },
  starts: Uint32Array,
  hashes: Uint32Array,
): void {
  let { at, block, lineStart } = found;
  for (const end = block + blocksAtOnce; block < end && at < text.length;) {
    let [hash, filled, start] = [0, 0, at];
    for (let place = at; place < text.length && filled < blockChars; place += 1) {
      const unit = foldUnit(text.charCodeAt(place));
      if (unit === 0) continue;
      if (filled === 0) start = place;
      hash = rollHash(hash, unit, 0);
      filled += 1;
    }
    if (filled < blockChars) {
      at = text.length;
      break;
    }
    block += 1;
    starts[block] = start;
    hashes[block] = hash;
    while (lineStart !== -1 && lineStart < start + stride.least) {
      lineStart = text.indexOf('\n', Math.max(lineStart, start + stride.least - 1)) + 1;
      if (lineStart === 0) lineStart = -1;
    }
    const far = start + stride.most;
    at = lineStart !== -1 && lineStart < far ? lineStart : far;
  }
  Object.assign(found, { at, block, lineStart });
}

function chainBlocks(from: number, to: number, next: Uint32Array, heads: Uint32Array): void {
  for (let block = to; block > from; block -= 1) {
    const { bucket, first, count } = bucketOf({ heads }, next[block] ?? 0);
    next[block] = first;
    heads[bucket] = ((Math.min(maxCounted, count + 1) << blockBits) | block) >>> 0;
  }
}
