import { Buffer } from 'node:buffer';

import type { TextInPieces } from '../../contract/frames.js';
import { sliceEnd } from '../../supervisor/values/slice-text.js';

/** A frame in pieces, so that 100 MB of text are never encoded all at once. */
export type EncodedFrame = Iterable<Uint8Array>;

/** Bytes before a payload: its kind, and its length (little-endian). */
export const headerBytes = 5;

const sliceUnits = 1 << 20;

/** The header of a frame whose payload has this length in bytes. */
export function frameHeader(kind: number, length: number): Buffer {
  const header = Buffer.allocUnsafe(headerBytes);
  header.writeUInt8(kind, 0);
  header.writeUInt32LE(length, 1);
  return header;
}

/** One frame of `kind` with the texts, joined, as its payload. */
export function* encodeFrame(kind: number, ...texts: readonly string[]): EncodedFrame {
  yield frameHeader(
    kind,
    texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
  );
  for (const text of texts) yield* encodeText(text);
}

/** One frame of `kind` with a text that is in pieces, after a head. */
export function* encodePieces(kind: number, text: TextInPieces, head = ''): EncodedFrame {
  yield frameHeader(kind, Buffer.byteLength(head) + text.bytes);
  if (head !== '') yield Buffer.from(head);
  yield* text.slices();
}

/** A text in UTF-8, in slices that end between characters. */
export function* encodeText(text: string): IterableIterator<Uint8Array> {
  for (let at = 0; at < text.length;) {
    const end = sliceEnd(text, at, sliceUnits);
    yield Buffer.from(text.slice(at, end));
    at = end;
  }
}
