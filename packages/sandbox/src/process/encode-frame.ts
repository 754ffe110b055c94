import { Buffer } from 'node:buffer';

import type { CallResultFrame, HostFrame, TextInPieces } from '../contract/frames.js';
import { sliceEnd } from '../session/slice-text.js';
import { headerBytes, kinds } from './kinds.js';

/** A frame in pieces, so that 100 MB of text are never encoded all at once. */
export type EncodedFrame = Iterable<Uint8Array>;

const sliceUnits = 1 << 20;

/** A frame of the host as bytes for a child. */
export function encodeHostFrame(frame: HostFrame): EncodedFrame {
  switch (frame.type) {
    case 'execute': {
      const { id, cell, code, nowMs, preflight } = frame;
      return shortFrame(kinds.execute, JSON.stringify({ id, cell, code, nowMs, preflight }));
    }
    case 'set-text': {
      const { id, name, isReserved, text } = frame;
      const head = `${JSON.stringify({ id, name, isReserved })}\n`;
      return typeof text === 'string'
        ? encodeFrame(kinds.text, head, text)
        : encodePieces(kinds.text, head, text);
    }
    case 'result':
      return shortFrame(kinds.result, resultText(frame));
    case 'stop':
      return shortFrame(kinds.stop, JSON.stringify({ id: frame.id }));
    case 'snapshot': {
      // JSON has no Infinity.
      const maxBytes = Math.min(frame.maxBytes, Number.MAX_SAFE_INTEGER);
      return shortFrame(kinds.request, JSON.stringify({ ...frame, maxBytes }));
    }
    default:
      return shortFrame(kinds.request, JSON.stringify(frame));
  }
}

/** The value as it came: JSON text is not read on its way. */
function resultText({ call, outcome }: CallResultFrame): string {
  return 'json' in outcome
    ? `{"call":${call},"value":${outcome.json}}`
    : JSON.stringify({ call, ...outcome });
}

/** A frame in one piece: each costs a system call. */
function shortFrame(kind: number, text: string): EncodedFrame {
  if (text.length > sliceUnits) return encodeFrame(kind, text);
  const length = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(headerBytes + length);
  frame.writeUInt8(kind);
  frame.writeUInt32LE(length, 1);
  frame.write(text, headerBytes);
  return [frame];
}

/** One frame of `kind` with the texts, joined, as its payload. */
export function* encodeFrame(kind: number, ...texts: readonly string[]): EncodedFrame {
  yield frameHeader(
    kind,
    texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
  );
  for (const text of texts) yield* encodeText(text);
}

/** One frame of `kind` with bytes as they are. */
export function encodeBytes(kind: number, bytes: Uint8Array): EncodedFrame {
  return bytes.length === 0 ? [frameHeader(kind, 0)] : [frameHeader(kind, bytes.length), bytes];
}

function* encodePieces(kind: number, head: string, text: TextInPieces): EncodedFrame {
  yield frameHeader(kind, Buffer.byteLength(head) + text.bytes);
  yield Buffer.from(head);
  yield* text.slices();
}

function frameHeader(kind: number, length: number): Buffer {
  const header = Buffer.allocUnsafe(headerBytes);
  header.writeUInt8(kind, 0);
  header.writeUInt32LE(length, 1);
  return header;
}

/** A text in UTF-8, in slices that end between characters. */
function* encodeText(text: string): IterableIterator<Uint8Array> {
  for (let at = 0; at < text.length;) {
    const end = sliceEnd(text, at, sliceUnits);
    yield Buffer.from(text.slice(at, end));
    at = end;
  }
}
