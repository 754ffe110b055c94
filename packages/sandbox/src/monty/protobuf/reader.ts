/** A message's fields by number: each value in the order of its coming. */
export type Fields = ReadonlyMap<number, readonly FieldValue[]>;

/** A field as it is on the wire: a number (variable length), 8 bytes, 4 bytes, or a run of bytes. */
type FieldValue = bigint | Buffer;

/** Bytes that are not a valid message. */
export class MalformedMessage extends Error {
  override readonly name: string = 'MalformedMessage';
}

/**
 * Reads one level of a message; nested messages stay bytes until they are asked for. Of each field at most `most` values are
 * kept, and nothing is made of the others. Throws {@link MalformedMessage}.
 */
export function readFields(bytes: Buffer, most?: number): Fields {
  const fields = new Map<number, FieldValue[]>();
  const cursor = { bytes, at: 0 };
  while (cursor.at < bytes.length) {
    const key = readSmall(cursor);
    const values = fields.get(key >>> 3);
    if (values === undefined) fields.set(key >>> 3, [readValue(key & 7, cursor)]);
    else if (values.length < (most ?? Infinity)) values.push(readValue(key & 7, cursor));
    else skipValue(key & 7, cursor);
  }
  return fields;
}

/** The first field of a message that has one of several, with its last value. Throws {@link MalformedMessage}. */
export function readOneOf(bytes: Buffer): readonly [field: number, value: FieldValue] | undefined {
  let first: number | undefined;
  let last: FieldValue | undefined;
  const cursor = { bytes, at: 0 };
  while (cursor.at < bytes.length) {
    const key = readSmall(cursor);
    first ??= key >>> 3;
    if (key >>> 3 === first) last = readValue(key & 7, cursor);
    else skipValue(key & 7, cursor);
  }
  return first === undefined || last === undefined ? undefined : [first, last];
}

interface Cursor {
  readonly bytes: Buffer;
  at: number;
}

/** A number of up to 28 bits is read without the help of big integers: nearly all of them are. */
function readSmall(cursor: Cursor): number {
  let value = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = cursor.bytes[cursor.at + shift / 7];
    if (byte === undefined) throw new MalformedMessage('a number is cut off');
    value |= (byte & 127) << shift;
    if (byte < 128) {
      cursor.at += shift / 7 + 1;
      return value;
    }
  }
  return Number(readBig(cursor));
}

function readBig(cursor: Cursor): bigint {
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = cursor.bytes[cursor.at];
    if (byte === undefined) throw new MalformedMessage('a number is cut off');
    cursor.at += 1;
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return value;
  }
  throw new MalformedMessage('a number is too long');
}

function readRunOf(cursor: Cursor, length: number): Buffer {
  const start = cursor.at;
  if (length > cursor.bytes.length - start) throw new MalformedMessage('a field is cut off');
  cursor.at += length;
  return cursor.bytes.subarray(start, cursor.at);
}

function skipValue(wireType: number, cursor: Cursor): void {
  if (wireType !== 2) {
    readValue(wireType, cursor);
    return;
  }
  const length = readSmall(cursor);
  if (length > cursor.bytes.length - cursor.at) throw new MalformedMessage('a field is cut off');
  cursor.at += length;
}

function readValue(wireType: number, cursor: Cursor): FieldValue {
  switch (wireType) {
    case 0:
      return readBig(cursor);
    case 1:
      return readRunOf(cursor, 8);
    case 2:
      return readRunOf(cursor, readSmall(cursor));
    case 5:
      return readRunOf(cursor, 4);
    default:
      throw new MalformedMessage(`no field has the wire type ${wireType}`);
  }
}

/** All values of a repeated field of messages, texts or bytes. */
export function readRuns(fields: Fields, field: number): readonly Buffer[] {
  return (fields.get(field) ?? []).filter((value) => typeof value !== 'bigint');
}

/** The last value of a field of messages, texts or bytes. */
export function readRun(fields: Fields, field: number): Buffer | undefined {
  return readRuns(fields, field).at(-1);
}

/** A text field, or its first `maxBytes` bytes; empty if it is absent. */
export function readText(fields: Fields, field: number, maxBytes?: number): string {
  return readRun(fields, field)?.toString('utf8', 0, maxBytes) ?? '';
}

/** A number field; 0 if it is absent. */
export function readNumber(fields: Fields, field: number): bigint {
  const value = fields.get(field)?.at(-1);
  return typeof value === 'bigint' ? value : 0n;
}

/** A zigzag-coded number. */
export function readZigzag(value: bigint): bigint {
  return value & 1n ? -((value + 1n) >> 1n) : value >> 1n;
}
