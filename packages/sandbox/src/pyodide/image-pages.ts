/** Bytes of a page: half of the pages of an interpreter that has just booted hold nothing but zeros. */
const pageBytes = 4_096;

const headerBytes = 4;

/** The bytes of an image without its pages of zeros: its size, which pages follow (a bit each), and those pages. */
export function packPages(image: Uint8Array): Uint8Array<ArrayBuffer> {
  const pages = Math.ceil(image.length / pageBytes);
  const full: number[] = [];
  for (let page = 0; page < pages; page++) if (!isZero(image, page * pageBytes)) full.push(page);
  const packed = new Uint8Array(headerBytes + bitmapBytes(pages) + full.length * pageBytes);
  new DataView(packed.buffer).setUint32(0, image.length, true);
  let at = headerBytes + bitmapBytes(pages);
  for (const page of full) {
    const index = headerBytes + (page >> 3);
    packed[index] = (packed[index] ?? 0) | (1 << (page & 7));
    packed.set(image.subarray(page * pageBytes, (page + 1) * pageBytes), at);
    at += pageBytes;
  }
  return packed;
}

/** The image of packed bytes; undefined if these bytes hold none. */
export function unpackPages(packed: Uint8Array): SharedArrayBuffer | undefined {
  if (packed.length < headerBytes) return undefined;
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  const size = view.getUint32(0, true);
  const pages = Math.ceil(size / pageBytes);
  let at = headerBytes + bitmapBytes(pages);
  if (packed.length < at || (packed.length - at) % pageBytes !== 0) return undefined;
  const image = new SharedArrayBuffer(size);
  const bytes = new Uint8Array(image);
  for (let page = 0; page < pages; page++) {
    if (((packed[headerBytes + (page >> 3)] ?? 0) & (1 << (page & 7))) === 0) continue;
    if (at >= packed.length) return undefined;
    const start = page * pageBytes;
    bytes.set(packed.subarray(at, at + Math.min(pageBytes, size - start)), start);
    at += pageBytes;
  }
  return at === packed.length ? image : undefined;
}

function bitmapBytes(pages: number): number {
  return Math.ceil(pages / 8);
}

function isZero(image: Uint8Array, start: number): boolean {
  const end = Math.min(start + pageBytes, image.length);
  for (let at = start; at < end; at++) if (image[at] !== 0) return false;
  return true;
}
