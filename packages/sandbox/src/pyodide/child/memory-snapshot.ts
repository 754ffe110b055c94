import { fstatSync, readSync } from 'node:fs';

/**
 * A snapshot of a memory: the pages that differ from those of a base, and the state of what is beside that memory. As bytes, all little
 * endian: magic, memory size in bytes, number of pages, length of the state, numbers of the pages (rising), the state (filled up to
 * whole words), bytes of the pages.
 */
export interface Snapshot {
  readonly memoryBytes: number;
  readonly pages: Uint32Array;
  readonly state: Uint8Array;
  /** Fills `into` with the bytes of pages, from the one at this index on. */
  readonly readPages: (index: number, into: Uint8Array) => void;
}

/** The bytes of a snapshot, wherever they are. */
interface Source {
  readonly bytes: number;
  readonly read: (at: number, into: Uint8Array) => void;
}

const magic = 0x336d_6c72;
const pageBytes = 4096;
const headerWords = 4;
const zeros = new Uint8Array(pageBytes);
const wordsOf = (bytes: number): number => Math.ceil(bytes / 4);

/** Pages of a base that are read at once. */
const blockPages = 64;

/** What a memory of zeros differs from in nothing. */
export const nothing: Snapshot = Object.freeze({
  memoryBytes: 0,
  pages: new Uint32Array(0),
  state: new Uint8Array(0),
  readPages: () => undefined,
});

/** Takes the snapshot of a memory; undefined if its pages would take more than `maxBytes`. */
export function takeSnapshot(
  memory: Uint8Array,
  base: Snapshot,
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
function* changedPages(memory: Uint8Array, base: Snapshot): IterableIterator<number> {
  const block = Buffer.alloc(blockPages * pageBytes);
  let next = 0;
  for (let page = 0; page * pageBytes < memory.length; page += 1) {
    let expected = zeros;
    if (base.pages[next] === page) {
      const at = next % blockPages;
      const left = base.pages.length - next;
      if (at === 0) base.readPages(next, block.subarray(0, left * pageBytes));
      expected = block.subarray(at * pageBytes, (at + 1) * pageBytes);
      next += 1;
    }
    if (!isEqual(memory, page, expected)) yield page;
  }
}

/** Makes a memory what a snapshot of a base holds. It must be large enough. */
export function putSnapshot(memory: Uint8Array, base: Snapshot, snapshot: Snapshot): void {
  const held = new Set([...base.pages, ...snapshot.pages]);
  for (let page = 0; page * pageBytes < memory.length; page += 1) {
    // What was never written takes no memory, as long as no one writes zeros there.
    if (held.has(page) || isEqual(memory, page, zeros)) continue;
    memory.fill(0, page * pageBytes, (page + 1) * pageBytes);
  }
  for (const { pages, readPages } of [base, snapshot]) {
    for (let index = 0; index < pages.length;) {
      const first = pages[index] ?? 0;
      let end = index + 1;
      while (pages[end] === first + end - index) end += 1;
      readPages(index, memory.subarray(first * pageBytes, (first + end - index) * pageBytes));
      index = end;
    }
  }
}

function isEqual(memory: Uint8Array, page: number, expected: Uint8Array): boolean {
  const at = page * pageBytes;
  return Buffer.compare(memory.subarray(at, at + pageBytes), expected) === 0;
}

/** A snapshot in memory. @throws Error if the bytes are none */
export function openSnapshot(bytes: Uint8Array): Snapshot {
  return readSnapshot({
    bytes: bytes.length,
    read(at, into) {
      into.set(bytes.subarray(at, at + into.length));
    },
  });
}

/** A snapshot in a file, whose pages are read when they are needed: no session holds them. @throws Error if there is none */
export function openSnapshotFile(descriptor: number, start: number): Snapshot {
  return readSnapshot({
    bytes: fstatSync(descriptor).size - start,
    read(position, into) {
      for (let at = 0; at < into.length;) {
        const got = readSync(descriptor, into, at, into.length - at, start + position + at);
        if (got === 0) throw new Error('the file of a snapshot is too short');
        at += got;
      }
    },
  });
}

function readSnapshot({ bytes, read }: Source): Snapshot {
  const take = (at: number, length: number): ArrayBuffer => {
    if (at + length > bytes) throw incomplete();
    const part = new Uint8Array(length);
    read(at, part);
    return part.buffer;
  };
  const header = new Uint32Array(take(0, headerWords * 4));
  const [found, memoryBytes = 0, count = 0, stateBytes = 0] = header;
  const stateStart = (headerWords + count) * 4;
  const dataStart = stateStart + wordsOf(stateBytes) * 4;
  if (found !== magic || bytes !== dataStart + count * pageBytes) throw incomplete();
  const pages = new Uint32Array(take(headerWords * 4, count * 4));
  if (pages.some((page) => (page + 1) * pageBytes > memoryBytes)) {
    throw new Error('the snapshot names pages beyond its memory');
  }
  return {
    memoryBytes,
    pages,
    state: new Uint8Array(take(stateStart, stateBytes)),
    readPages: (index, into) => {
      read(dataStart + index * pageBytes, into);
    },
  };
}

function incomplete(): Error {
  return new Error('the bytes are not a complete snapshot of a Python session');
}
