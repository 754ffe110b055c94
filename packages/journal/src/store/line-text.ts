import { sha256Hex } from '@rlm/repl-types/internal';

import type { LineBody } from '../lines/lines.js';
import type { PlacedLine } from './run-store.js';

/** The largest JSON of a value that is kept in its line, in bytes: 32 kB. */
const maxValueBytes = 32_768;

/** A line as JSON text, with the part that goes into a blob. */
export interface LineText {
  readonly text: string;
  readonly blob?: Uint8Array;
}

/** Writes the text of a line at once: later changes of the line do not matter. */
export function textOf(line: PlacedLine | LineBody): LineText {
  if ('bytes' in line) {
    const { bytes, ...rest } = line;
    return { text: JSON.stringify(rest), blob: bytes.slice() };
  }
  const value = (line as { value?: unknown }).value;
  if (value === undefined) return { text: JSON.stringify(line) };
  const json = JSON.stringify(value);
  // A character of UTF-16 has three bytes at the most.
  if (json.length * 3 <= maxValueBytes) return { text: JSON.stringify(line) };
  const blob = new TextEncoder().encode(json);
  if (blob.length <= maxValueBytes) return { text: JSON.stringify(line) };
  return { text: JSON.stringify({ ...line, value: undefined }), blob };
}

/** Adds members to the text of a line: before its own, or after them. */
export function withMembers(text: string, first: object, last: object = {}): string {
  const [head, tail] = [JSON.stringify(first), JSON.stringify(last)];
  const end = tail === '{}' ? '}' : `,${tail.slice(1)}`;
  return `${head.slice(0, -1)},${text.slice(1, -1)}${end}`;
}

/**
 * Returns a blob's name, computed from its bytes, and the member of the line that names it and gives its length.
 */
export async function refOf(
  bytes: Uint8Array,
): Promise<{ hash: string; member: { blob: { blob: string; bytes: number } } }> {
  const hash = await sha256Hex(bytes);
  return { hash, member: { blob: { blob: hash, bytes: bytes.length } } };
}
