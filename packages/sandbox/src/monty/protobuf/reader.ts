/** A message's fields by number: each value in the order of its coming. */
export type Fields = ReadonlyMap<number, readonly FieldValue[]>;

/** A field as it is on the wire: a number (variable length), 8 bytes, 4 bytes, or a run of bytes. */
type FieldValue = bigint | Buffer;

/** Bytes that are no message. */
export class MalformedMessage extends Error {
  override readonly name: string = 'MalformedMessage';
}

/** Reads one level of a message; nested messages stay bytes until they are asked for. Throws {@link MalformedMessage}. */
export function readFields(bytes: Buffer): Fields {
  const fields = new Map<number, FieldValue[]>();
  let at = 0;
  const number = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at];
      if (byte === undefined) throw new MalformedMessage('a number is cut off');
      at += 1;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new MalformedMessage('a number is too long');
  };
  const run = (length: number): Buffer => {
    if (length > bytes.length - at) throw new MalformedMessage('a field is cut off');
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const key = Number(number());
    const field = key >>> 3;
    const value = readValue(key & 7, number, run);
    const values = fields.get(field);
    if (values === undefined) fields.set(field, [value]);
    else values.push(value);
  }
  return fields;
}

function readValue(
  wireType: number,
  number: () => bigint,
  run: (length: number) => Buffer,
): FieldValue {
  switch (wireType) {
    case 0:
      return number();
    case 1:
      return run(8);
    case 2:
      return run(Number(number()));
    case 5:
      return run(4);
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

/** A text field; empty where there is none. */
export function readText(fields: Fields, field: number): string {
  return readRun(fields, field)?.toString('utf8') ?? '';
}

/** A number field; 0 where there is none. */
export function readNumber(fields: Fields, field: number): bigint {
  const value = fields.get(field)?.at(-1);
  return typeof value === 'bigint' ? value : 0n;
}

/** A zigzag-coded number. */
export function readZigzag(value: bigint): bigint {
  return value & 1n ? -((value + 1n) >> 1n) : value >> 1n;
}
