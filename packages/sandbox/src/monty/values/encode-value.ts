import { type Encoded, nested, textField } from '../protobuf/writer.js';
import { writeValue } from './write-value.js';

/**
 * A JSON value as the worker's `MontyObject`; a text is not copied. Throws NoData for a value that is nested more deeply
 * than the worker reads.
 */
export function encodeValue(value: unknown): Encoded {
  if (typeof value === 'string') return textField(8, value);
  const bytes = writeValue(value);
  return { length: bytes.length, parts: [bytes] };
}

/** A host function as a value: calling it suspends the worker. */
export function encodeFunction(name: string): Encoded {
  return nested(25, textField(1, name));
}
