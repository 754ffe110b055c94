import { NoData } from './no-data.js';

/** Levels of messages that the worker reads in one value: a list takes two, an object three. */
const deepest = 96;

/** First bytes of fields: their number and kind. */
const keys = { truth: 0x20, integer: 0x28, float: 0x39, text: 0x42, nothing: 0x12 };
const list = 0x5a;
const dict = 0x72;
/** Field 1: an item of a list, a pair of a dict, the key of a pair. Field 2: the value of a pair. */
const first = 0x0a;
const second = 0x12;

/**
 * A JSON value as the bytes of a `MontyObject`: measured first, then written into one buffer, so that long lists cost
 * little. Throws {@link NoData} for one that is nested more deeply than the worker reads: 48 lists or 32 objects.
 */
export function writeValue(value: unknown): Buffer {
  const sizes: number[] = [];
  const bytes = Buffer.allocUnsafe(measure(value, deepest, sizes));
  const target = { bytes, at: 0, sizes, next: 0 };
  put(target, value);
  return bytes;
}

/** Bytes of a value; sizes that are needed again (of texts and containers) are kept in the order of writing. */
function measure(value: unknown, room: number, sizes: number[]): number {
  switch (typeof value) {
    case 'string': {
      const size = Buffer.byteLength(value);
      sizes.push(size);
      return 1 + varintSize(size) + size;
    }
    case 'number':
      return Number.isSafeInteger(value) ? 1 + varintSize(zigzag(value)) : 9;
    case 'object':
      return value === null ? 2 : measureContainer(value, room, sizes);
    default:
      return 2;
  }
}

function measureContainer(value: object, room: number, sizes: number[]): number {
  const left = room - (Array.isArray(value) ? 2 : 3);
  if (left < 0) throw new NoData('the value is nested too deeply for this Python');
  const place = sizes.push(0) - 1;
  let size = 0;
  if (Array.isArray(value)) {
    for (const item of value) size += field(sizes, () => measure(item, left, sizes));
  } else {
    for (const [key, item] of Object.entries(value)) {
      size += field(
        sizes,
        () =>
          field(sizes, () => measure(key, left, sizes)) +
          field(sizes, () => measure(item, left, sizes)),
      );
    }
  }
  sizes[place] = size;
  return 1 + varintSize(size) + size;
}

/** Bytes of a field that holds a message, whose own size is kept. */
function field(sizes: number[], measureContent: () => number): number {
  const place = sizes.push(0) - 1;
  const size = measureContent();
  sizes[place] = size;
  return 1 + varintSize(size) + size;
}

interface Target {
  readonly bytes: Buffer;
  at: number;
  readonly sizes: readonly number[];
  next: number;
}

function put(target: Target, value: unknown): void {
  switch (typeof value) {
    case 'string': {
      const size = putHead(target, keys.text);
      target.bytes.write(value, target.at, size, 'utf8');
      target.at += size;
      break;
    }
    case 'boolean':
      putBytes(target, keys.truth, value ? 1 : 0);
      break;
    case 'number':
      putNumber(target, value);
      break;
    case 'object':
      if (value === null) putBytes(target, keys.nothing, 0);
      else putContainer(target, value);
      break;
    default:
      putBytes(target, keys.nothing, 0);
  }
}

function putNumber(target: Target, value: number): void {
  if (Number.isSafeInteger(value)) {
    putBytes(target, keys.integer);
    putVarint(target, zigzag(value));
    return;
  }
  putBytes(target, keys.float);
  target.at = target.bytes.writeDoubleLE(value, target.at);
}

function putContainer(target: Target, value: object): void {
  if (Array.isArray(value)) {
    putHead(target, list);
    for (const item of value) {
      putHead(target, first);
      put(target, item);
    }
    return;
  }
  putHead(target, dict);
  for (const [key, item] of Object.entries(value)) {
    putHead(target, first);
    putHead(target, first);
    put(target, key);
    putHead(target, second);
    put(target, item);
  }
}

/** A field's first byte and the size that was measured for it. */
function putHead(target: Target, key: number): number {
  const size = target.sizes[target.next++] ?? 0;
  putBytes(target, key);
  putVarint(target, size);
  return size;
}

function putBytes(target: Target, ...bytes: readonly number[]): void {
  for (const byte of bytes) target.bytes[target.at++] = byte;
}

function putVarint(target: Target, value: number | bigint): void {
  let rest = value;
  while (rest > 127) {
    target.bytes[target.at++] = Number(typeof rest === 'bigint' ? rest & 127n : rest % 128) | 128;
    rest = typeof rest === 'bigint' ? rest >> 7n : Math.floor(rest / 128);
  }
  target.bytes[target.at++] = Number(rest);
}

function varintSize(value: number | bigint): number {
  let size = 1;
  for (let rest = value; rest > 127; size++) {
    rest = typeof rest === 'bigint' ? rest >> 7n : Math.floor(rest / 128);
  }
  return size;
}

/** Signed numbers as unsigned ones, small for small amounts; beyond 2^52 as a big integer. */
function zigzag(value: number): number | bigint {
  if (Math.abs(value) < 2 ** 52) return value < 0 ? -2 * value - 1 : 2 * value;
  const big = BigInt(value);
  return big < 0n ? -2n * big - 1n : 2n * big;
}
