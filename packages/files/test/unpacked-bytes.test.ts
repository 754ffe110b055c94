import { deflateRawSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { unpackedBytes } from '../src/unpacked-bytes.js';

/** A ZIP of one entry of zeros, whose directory says that it has so many bytes. */
function zipOf(bytes: number, said: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(bytes));
  const local = Buffer.alloc(30);
  local.write('PK\u0003\u0004');
  const entry = Buffer.alloc(46);
  entry.write('PK\u0001\u0002');
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(said, 24);
  return Buffer.concat([local, packed, entry]);
}

it.each([
  [1_000, 1_000, 1_000],
  [1_000, 5_000, 5_000],
  [5_000_000, 10, Infinity],
  [10, 5_000_000, Infinity],
])('an entry of %i bytes that says %i comes to %d', (bytes, said, sum) => {
  expect(unpackedBytes(zipOf(bytes, said), 1_000_000)).toBe(sum);
});

it('counts entries that stand for the same bytes each time', () => {
  const zip = zipOf(400_000, 10);
  const entry = zip.subarray(-46);
  expect(unpackedBytes(Buffer.concat([zip, entry]), 1_000_000)).toBe(800_000);
  expect(unpackedBytes(Buffer.concat([zip, entry, entry]), 1_000_000)).toBe(Infinity);
});
