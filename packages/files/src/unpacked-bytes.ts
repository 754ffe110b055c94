import { inflateRawSync } from 'node:zlib';

/** What each entry in the directory of a ZIP begins with. */
const entryMark = 'PK\u0001\u0002';

/**
 * The unpacked size of the entries of a ZIP, by what its directory says and by what they hold: a small file can hold a huge one, and
 * be silent about it. Infinity if it is more than `maxBytes`.
 */
export function unpackedBytes(zip: Buffer, maxBytes: number): number {
  let sum = 0;
  for (let at = zip.indexOf(entryMark); at >= 0; at = zip.indexOf(entryMark, at + 4)) {
    if (at + 46 > zip.length) break;
    sum += Math.max(zip.readUInt32LE(at + 24), heldBytes(zip, at, maxBytes - sum));
    if (sum > maxBytes) return Infinity;
  }
  return sum;
}

/** What an entry holds; 0 for what cannot be read: whoever reads the ZIP says so. */
function heldBytes(zip: Buffer, at: number, maxBytes: number): number {
  const [method, packedBytes, offset] = [
    zip.readUInt16LE(at + 10),
    zip.readUInt32LE(at + 20),
    zip.readUInt32LE(at + 42),
  ];
  if (method !== 8 || offset + 30 > zip.length) return 0;
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  const packed = zip.subarray(start, start + packedBytes);
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) }).length;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? Infinity : 0;
  }
}
