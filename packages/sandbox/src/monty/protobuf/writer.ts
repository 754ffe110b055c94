/** Part of a message: bytes in pieces, so that a large text is encoded once and never copied. */
export interface Encoded {
  readonly length: number;
  readonly parts: readonly Uint8Array[];
}

/** A message without fields. */
export const emptyMessage: Encoded = Object.freeze({ length: 0, parts: Object.freeze([]) });

const lengthDelimited = 2;

/** Pieces below this many bytes are joined: each piece is a write of its own. */
const smallBytes = 1 << 16;

/** Joins the fields of a message; small ones become one piece, large ones stay as they are. */
export function message(...fields: readonly Encoded[]): Encoded {
  const parts: Uint8Array[] = [];
  let small: Uint8Array[] = [];
  let held = 0;
  let length = 0;
  const flush = (): void => {
    if (small.length > 0) parts.push(Buffer.concat(small, held));
    small = [];
    held = 0;
  };
  for (const field of fields) {
    length += field.length;
    for (const part of field.parts) {
      if (part.length >= smallBytes) {
        flush();
        parts.push(part);
        continue;
      }
      small.push(part);
      held += part.length;
      if (held >= smallBytes) flush();
    }
  }
  flush();
  return { length, parts };
}

/** A field that holds a message, a text or bytes. */
export function nested(field: number, content: Encoded): Encoded {
  const head = [...varint((field << 3) | lengthDelimited), ...varint(content.length)];
  return message(whole(head), content);
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

function whole(bytes: readonly number[]): Encoded {
  return { length: bytes.length, parts: [Uint8Array.from(bytes)] };
}

function varint(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return bytes;
}
