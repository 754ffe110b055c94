/**
 * A session's image: the pages of linear memory that differ from the boot image, and the worker's own state (bytes), all little
 * endian: magic, memory size in bytes, number of pages, length of the state, numbers of the pages, the state (filled up to whole
 * words), bytes of the pages.
 */
const magic = 0x336d_6c72;
const pageBytes = 4096;
const headerWords = 4;
const wordsOf = (bytes: number): number => Math.ceil(bytes / 4);

/** The memory part of Pyodide's own snapshot, which follows a header that names its offset. */
export function bootMemory(bootImage: SharedArrayBuffer): Uint8Array {
  return new Uint8Array(bootImage, memoryOffset(bootImage));
}

function memoryOffset(bootImage: SharedArrayBuffer): number {
  return new Uint32Array(bootImage, 0, 2)[1] ?? 0;
}

/** Takes the image of a memory; undefined if it would be larger than `maxBytes`. */
export function takeImage(
  memory: Uint8Array,
  boot: Uint8Array,
  maxBytes: number,
  state: Uint8Array,
): Uint8Array<ArrayBuffer> | undefined {
  const changed: number[] = [];
  const zeros = new Uint8Array(pageBytes);
  const heap = Buffer.from(memory.buffer, memory.byteOffset, memory.length);
  const base = Buffer.from(boot.buffer, boot.byteOffset, boot.length);
  for (let at = 0, page = 0; at < heap.length; at += pageBytes, page++) {
    const isSame =
      at < base.length
        ? heap.compare(base, at, Math.min(at + pageBytes, base.length), at, at + pageBytes) === 0
        : heap.compare(zeros, 0, pageBytes, at, at + pageBytes) === 0;
    if (isSame) continue;
    changed.push(page);
    if (changed.length * pageBytes > maxBytes) return undefined;
  }
  const stateStart = (headerWords + changed.length) * 4;
  const dataStart = stateStart + wordsOf(state.length) * 4;
  const image = new Uint8Array(dataStart + changed.length * pageBytes);
  const words = new Uint32Array(image.buffer, 0, headerWords + changed.length);
  words.set([magic, heap.length, changed.length, state.length]);
  words.set(changed, headerWords);
  image.set(state, stateStart);
  changed.forEach((page, index) => {
    const from = page * pageBytes;
    image.set(memory.subarray(from, from + pageBytes), dataStart + index * pageBytes);
  });
  return image;
}

/** Size of the memory that an image needs, in bytes; throws if the bytes are not an image. */
export function imageMemoryBytes(image: Uint8Array): number {
  return readHeader(image).memoryBytes;
}

/** The worker's state in an image. */
export function imageState(image: Uint8Array): Uint8Array {
  return readHeader(image).state;
}

/** Makes a memory of sufficient size equal to the one in the image. */
export function putImage(image: Uint8Array, memory: Uint8Array, boot: Uint8Array): void {
  const { pages, data } = readHeader(image);
  memory.fill(0);
  memory.set(boot);
  pages.forEach((page, index) => {
    const from = index * pageBytes;
    memory.set(data.subarray(from, from + pageBytes), page * pageBytes);
  });
}

function readHeader(image: Uint8Array) {
  const aligned = image.byteOffset % 4 === 0 ? image : image.slice();
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >>> 2);
  const [found, memoryBytes = 0, count = 0, stateBytes = 0] = words;
  const stateStart = (headerWords + count) * 4;
  const dataStart = stateStart + wordsOf(stateBytes) * 4;
  if (found !== magic || aligned.length !== dataStart + count * pageBytes) {
    throw new Error('the bytes are not a complete image of a Python session');
  }
  const pages = words.subarray(headerWords, headerWords + count);
  if (pages.some((page) => (page + 1) * pageBytes > memoryBytes)) {
    throw new Error('the image names pages beyond its memory');
  }
  const state = aligned.subarray(stateStart, stateStart + stateBytes);
  return { memoryBytes, pages, state, data: aligned.subarray(dataStart) };
}
