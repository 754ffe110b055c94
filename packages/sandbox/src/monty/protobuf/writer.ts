/** Part of a message: bytes in pieces, so that a large text is encoded once and never copied. */
export interface Encoded {
  readonly length: number;
  readonly parts: readonly Uint8Array[];
}

/** A message without fields. */
export const emptyMessage: Encoded = Object.freeze({ length: 0, parts: Object.freeze([]) });

const lengthDelimited = 2;
const fixed64 = 1;

/** Joins the fields of a message. */
export function message(...fields: readonly Encoded[]): Encoded {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const field of fields) {
    for (const part of field.parts) parts.push(part);
    length += field.length;
  }
  return { length, parts };
}

/** A field that holds a message, a text or bytes. */
export function nested(field: number, content: Encoded): Encoded {
  const head = [...varint((field << 3) | lengthDelimited), ...varint(content.length)];
  return {
    length: head.length + content.length,
    parts: [Uint8Array.from(head), ...content.parts],
  };
}

/** A text field. */
export const textField = (field: number, text: string): Encoded =>
  bytesField(field, Buffer.from(text));

/** A field of bytes. */
export const bytesField = (field: number, bytes: Uint8Array): Encoded =>
  nested(field, { length: bytes.length, parts: [bytes] });

/** An unsigned number field, up to 2^53. */
export function numberField(field: number, value: number): Encoded {
  return whole([...varint(field << 3), ...varint(value)]);
}

/** A zigzag-coded signed number field (`sint64`), for safe integers. */
export function signedField(field: number, value: number): Encoded {
  const big = BigInt(value);
  return whole([...varint(field << 3), ...bigVarint(big < 0n ? -2n * big - 1n : 2n * big)]);
}

/** A `double` field. */
export function doubleField(field: number, value: number): Encoded {
  const bytes = Buffer.alloc(9);
  bytes.writeUInt8((field << 3) | fixed64, 0);
  bytes.writeDoubleLE(value, 1);
  return { length: 9, parts: [bytes] };
}

function whole(bytes: readonly number[]): Encoded {
  return { length: bytes.length, parts: [Uint8Array.from(bytes)] };
}

function varint(value: number): readonly number[] {
  return bigVarint(BigInt(value));
}

function bigVarint(value: bigint): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return bytes;
}
