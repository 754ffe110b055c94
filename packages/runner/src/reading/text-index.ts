import { nextTurn } from '@rlm/kernel/internal';

import { foldUnit } from './significant.js';

/** Significant characters of a block. */
export const blockChars = 16;

/**
 * A block begins at the start of each line and each so many characters behind it, but not before so many have passed since the last
 * one. What is read in lines so has a block that stands where it stands in other lines of its kind, with what tells them apart.
 */
const stride = { most: 40, least: 16 };

/** How many blocks are found, or chained, in one piece of the thread's time. */
const blocksAtOnce = 16_384;

/** The multiplier of the rolling hash, and its power that takes the oldest character out again. */
const multiplier = 0x2c1b3c6d;
const oldest: number = /* @__PURE__ */ Array.from({ length: blockChars }).reduce<number>(
  (power) => Math.imul(power, multiplier),
  1,
);

/** A bucket's head holds its first block in the low bits, and how many there are above them: `mostCounted` stands for more. */
const blockBits = 26;
const mostCounted = 63;

/** Where blocks of a text stand, by a hash of their significant characters: about a byte for each character of the text. */
export interface TextIndex {
  readonly text: string;
  /** Where each block begins, from block 1 on. */
  readonly starts: Uint32Array;
  /** The next block of the same bucket, in the order of the text; 0 after the last. */
  readonly next: Uint32Array;
  readonly heads: Uint32Array;
}

/** The blocks that may have a hash. */
export interface Bucket {
  readonly bucket: number;
  /** The first of them; 0 where there is none. */
  readonly first: number;
  readonly count: number;
}

/** The hash with one more character, and without the one that leaves the block. */
export function rollHash(hash: number, entering: number, leaving: number): number {
  return (Math.imul(hash, multiplier) + entering - Math.imul(leaving, oldest)) | 0;
}

/** The bucket of a hash. */
export function bucketOf({ heads }: Pick<TextIndex, 'heads'>, hash: number): Bucket {
  const bucket = (Math.imul(hash, 0x9e3779b1) >>> 6) & (heads.length - 1);
  const head = heads[bucket] ?? 0;
  return { bucket, first: head & (2 ** blockBits - 1), count: head >>> blockBits };
}

/** Indexes a text, in pieces between which the host's other work goes on. */
export async function indexText(text: string): Promise<TextIndex> {
  const most = Math.ceil(text.length / stride.least) + 2;
  const starts = new Uint32Array(most);
  // Hashes first; then, in their place, the successors.
  const next = new Uint32Array(most);
  const found = { at: 0, block: 0, lineStart: 0 };
  while (found.at < text.length) {
    findBlocks(text, found, starts, next);
    await nextTurn();
  }
  const heads = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(64, found.block))));
  // From the last to the first, so that the chains follow the text.
  for (let to = found.block; to > 0; to -= blocksAtOnce) {
    chainBlocks(Math.max(0, to - blocksAtOnce), to, next, heads);
    await nextTurn();
  }
  const length = found.block + 1;
  return { text, starts: starts.slice(0, length), next: next.slice(0, length), heads };
}

/** Finds the next blocks from a place on: where they begin, and their hashes. */
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
    heads[bucket] = ((Math.min(mostCounted, count + 1) << blockBits) | block) >>> 0;
  }
}
