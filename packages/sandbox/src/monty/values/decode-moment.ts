import { type Fields, readNumber } from '../protobuf/reader.js';

/** A date (field 17), a time (18) or both (19) in ISO 8601. */
export function decodeMoment(kind: number, fields: Fields): string {
  const part = (field: number, width = 2): string =>
    readNumber(fields, field).toString().padStart(width, '0');
  if (kind === 17) return `${part(1, 4)}-${part(2)}-${part(3)}`;
  if (kind === 18) return `${part(1)}:${part(2)}:${part(3)}`;
  return `${part(1, 4)}-${part(2)}-${part(3)}T${part(4)}:${part(5)}:${part(6)}`;
}
