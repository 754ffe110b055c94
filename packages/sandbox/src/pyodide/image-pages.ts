/** Bytes of a page: half of the pages of an interpreter that has just booted hold nothing but zeros. */
const pageBytes = 4_096;

/** The bytes that tell the size of the image, at the start of packed ones. */
export const headerBytes = 4;

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

/** The parts of an image that packed bytes hold. */
export interface ImagePages {
  /** The image, in which these parts are yet to be filled; all else is zeros. */
  readonly image: SharedArrayBuffer;
  /** What follows the map of pages, in this order. */
  readonly parts: readonly Uint8Array[];
  /** How many zeros follow them, which make the last page whole. */
  readonly padding: number;
}

/** How many bytes of packed ones come before the pages, as their first bytes say. */
export function leadBytes(packed: Uint8Array): number {
  return headerBytes + bitmapBytes(Math.ceil(sizeIn(packed) / pageBytes));
}

/**
 * The pages of an image. Undefined if these bytes hold none.
 *
 * @param lead The first {@link leadBytes} of the packed bytes.
 * @param packedBytes How many there are in all.
 */
export function imagePages(lead: Uint8Array, packedBytes: number): ImagePages | undefined {
  const size = sizeIn(lead);
  const runs = fullRuns(lead.subarray(headerBytes), Math.ceil(size / pageBytes));
  const pages = runs.reduce((sum, [first, end]) => sum + end - first, 0);
  if (packedBytes !== lead.length + pages * pageBytes) return undefined;
  const image = new SharedArrayBuffer(size);
  const parts = runs.map(([first, end]) => {
    const start = first * pageBytes;
    return new Uint8Array(image, start, Math.min(end * pageBytes, size) - start);
  });
  const padding = Math.max(0, (runs.at(-1)?.[1] ?? 0) * pageBytes - size);
  return { image, parts, padding };
}

/** The numbers of pages that follow each other and hold something: the first, and the one after the last. */
function fullRuns(map: Uint8Array, pages: number): readonly (readonly [number, number])[] {
  const isFull = (page: number): boolean => ((map[page >> 3] ?? 0) & (1 << (page & 7))) !== 0;
  const runs: [number, number][] = [];
  for (let page = 0; page < pages; page++) {
    if (!isFull(page)) continue;
    const first = page;
    while (page < pages && isFull(page)) page++;
    runs.push([first, page]);
  }
  return runs;
}

function sizeIn(packed: Uint8Array): number {
  return new DataView(packed.buffer, packed.byteOffset, packed.length).getUint32(0, true);
}

function bitmapBytes(pages: number): number {
  return Math.ceil(pages / 8);
}

function isZero(image: Uint8Array, start: number): boolean {
  const end = Math.min(start + pageBytes, image.length);
  for (let at = start; at < end; at++) if (image[at] !== 0) return false;
  return true;
}
