import type { Base } from './base.js';

/**
 * A session's snapshot: the pages of linear memory that differ from the base, and the child's own state (bytes), all little
 * endian: magic, memory size in bytes, number of pages, length of the state, numbers of the pages, the state (filled up to whole
 * words), bytes of the pages.
 */
const magic = 0x336d_6c72;
const pageBytes = 4096;
const headerWords = 4;
const wordsOf = (bytes: number): number => Math.ceil(bytes / 4);

/** Bytes of the base that are read at once. */
const blockBytes = 1 << 18;

/** Takes the snapshot of a memory; undefined if it would be larger than `maxBytes`. */
export function takeSnapshot(
  memory: Uint8Array,
  base: Base,
  maxBytes: number,
  state: Uint8Array,
): Uint8Array<ArrayBuffer> | undefined {
  const changed: number[] = [];
  for (const page of changedPages(memory, base)) {
    changed.push(page);
    if (changed.length * pageBytes > maxBytes) return undefined;
  }
  const stateStart = (headerWords + changed.length) * 4;
  const dataStart = stateStart + wordsOf(state.length) * 4;
  const snapshot = new Uint8Array(dataStart + changed.length * pageBytes);
  const words = new Uint32Array(snapshot.buffer, 0, headerWords + changed.length);
  words.set([magic, memory.length, changed.length, state.length]);
  words.set(changed, headerWords);
  snapshot.set(state, stateStart);
  changed.forEach((page, index) => {
    const from = page * pageBytes;
    snapshot.set(memory.subarray(from, from + pageBytes), dataStart + index * pageBytes);
  });
  return snapshot;
}

/** The numbers of the pages that are not those of the base. */
function* changedPages(memory: Uint8Array, base: Base): IterableIterator<number> {
  const heap = Buffer.from(memory.buffer, memory.byteOffset, memory.length);
  const block = Buffer.alloc(blockBytes);
  for (let start = 0; start < heap.length; start += blockBytes) {
    const held = Math.max(0, Math.min(blockBytes, base.memoryBytes - start));
    base.readMemory(start, block.subarray(0, held));
    block.fill(0, held);
    const end = Math.min(heap.length, start + blockBytes);
    for (let at = start; at < end; at += pageBytes) {
      const from = at - start;
      const isSame = heap.compare(block, from, from + pageBytes, at, at + pageBytes) === 0;
      if (!isSame) yield at / pageBytes;
    }
  }
}

/** Size of the memory that a snapshot needs, in bytes; throws if the bytes are no snapshot. */
export function snapshotMemoryBytes(snapshot: Uint8Array): number {
  return readHeader(snapshot).memoryBytes;
}

/** The child's state in a snapshot. */
export function snapshotState(snapshot: Uint8Array): Uint8Array {
  return readHeader(snapshot).state;
}

/** Makes a memory of sufficient size equal to the one in the snapshot. */
export function putSnapshot(snapshot: Uint8Array, memory: Uint8Array, base: Base): void {
  const { pages, data } = readHeader(snapshot);
  base.readMemory(0, memory.subarray(0, base.memoryBytes));
  memory.fill(0, base.memoryBytes);
  pages.forEach((page, index) => {
    const from = index * pageBytes;
    memory.set(data.subarray(from, from + pageBytes), page * pageBytes);
  });
}

function readHeader(snapshot: Uint8Array) {
  const aligned = snapshot.byteOffset % 4 === 0 ? snapshot : snapshot.slice();
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >>> 2);
  const [found, memoryBytes = 0, count = 0, stateBytes = 0] = words;
  const stateStart = (headerWords + count) * 4;
  const dataStart = stateStart + wordsOf(stateBytes) * 4;
  if (found !== magic || aligned.length !== dataStart + count * pageBytes) {
    throw new Error('the bytes are not a complete snapshot of a Python session');
  }
  const pages = words.subarray(headerWords, headerWords + count);
  if (pages.some((page) => (page + 1) * pageBytes > memoryBytes)) {
    throw new Error('the snapshot names pages beyond its memory');
  }
  const state = aligned.subarray(stateStart, stateStart + stateBytes);
  return { memoryBytes, pages, state, data: aligned.subarray(dataStart) };
}
