import { isAscii } from 'node:buffer';

import { wellFormed } from '@rlm/repl-types/internal';

import type { TextInPieces } from '../contract/frames.js';
import { isLeadSurrogate, sliceEnd } from '../supervisor/values/slice-text.js';
import { present } from './present.js';
import type { TextChunk } from './protocol.js';

/** The size of a text as Python counts it, and the widest character that its storage must hold. */
export interface TextShape {
  /** Code points. */
  readonly length: number;
  /** 0x7f, 0xff, 0xffff or 0x10ffff: it decides how many bytes Python takes for each character. */
  readonly widest: number;
}

const chunkUnits = 2 * 1024 * 1024;

/** Bytes that become a string at a time: many short strings are collected sooner than few long ones. */
const decodedBytes = 1 << 16;

/** A text on its way into a guest, in pieces, so that the host never holds a second copy of it. */
export interface TextSender {
  readonly shape: TextShape;
  /** The next piece; its buffer is overwritten by the second call after this one. Undefined after the last. */
  next(): TextChunk | undefined;
}

/** The memory that a session's texts travel through, one after another: memory shared by threads is released late. */
export function createTextBuffers(): readonly SharedArrayBuffer[] {
  return [0, 1].map(() => new SharedArrayBuffer(2 * chunkUnits));
}

/**
 * Prepares a text, which may be in pieces of UTF-8; lone surrogates become U+FFFD, as in UTF-8.
 *
 * @param text Asked twice for its pieces, unless `kept` gives them without taking them away.
 */
export function createTextSender(
  text: string | (Pick<TextInPieces, 'slices'> & { readonly kept?: Iterable<Uint8Array> }),
  buffers: readonly SharedArrayBuffer[] = createTextBuffers(),
): TextSender {
  const whole = typeof text === 'string' ? wellFormed(text) : undefined;
  const shape =
    typeof text === 'string' ? measureText(whole ?? '') : measurePieces(text.kept ?? text.slices());
  const isUtf16 = shape.widest > 0xff;
  const parts = typeof text === 'string' ? cutText(whole ?? '') : decoded(text.slices());
  let turn = 0;
  let part = parts.next();
  let prepared = prepare();

  function prepare(): TextChunk | undefined {
    if (part.done === true) return undefined;
    const buffer = present(buffers[turn++ % 2], 'a buffer');
    const target = Buffer.from(buffer);
    let bytes = 0;
    let units = 0;
    for (; part.done !== true && units + part.value.length <= chunkUnits; part = parts.next()) {
      bytes += target.write(part.value, bytes, isUtf16 ? 'utf16le' : 'latin1');
      units += part.value.length;
    }
    return { buffer, bytes, isUtf16 };
  }

  return {
    shape,
    next() {
      const chunk = prepared;
      prepared = prepare();
      return chunk;
    },
  };
}

function* cutText(text: string): IterableIterator<string> {
  for (let at = 0; at < text.length;) {
    const end = sliceEnd(text, at, chunkUnits);
    yield text.slice(at, end);
    at = end;
  }
}

function* decoded(pieces: Iterable<Uint8Array>): IterableIterator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += decodedBytes) {
      const few = piece.subarray(at, at + decodedBytes);
      yield decoder.decode(few, { stream: true });
    }
  }
  yield decoder.decode();
}

/** Measures a text in pieces of valid UTF-8. */
export function measurePieces(pieces: Iterable<Uint8Array>): TextShape {
  let length = 0;
  let highest = 0;
  for (const piece of pieces) {
    length += piece.length;
    if (isAscii(piece)) continue;
    // An index, since an iterator takes several times as long for each byte.
    let index = 0;
    while (index < piece.length) {
      const unit = piece[index++] ?? 0;
      if ((unit & 0xc0) === 0x80) length -= 1;
      else if (unit > highest) highest = unit;
    }
  }
  const widest =
    highest >= 0xf0 ? 0x10ffff : highest >= 0xc4 ? 0xffff : highest >= 0x80 ? 0xff : 0x7f;
  return { length, widest };
}

/** Measures a well-formed text. */
export function measureText(text: string): TextShape {
  if (Buffer.byteLength(text, 'utf8') === text.length) return { length: text.length, widest: 0x7f };
  if (!/[\u0100-\uffff]/.test(text)) return { length: text.length, widest: 0xff };
  if (!/[\ud800-\udfff]/.test(text)) return { length: text.length, widest: 0xffff };
  return { length: countCodePoints(text), widest: 0x10ffff };
}

function countCodePoints(text: string): number {
  let pairs = 0;
  for (let index = 0; index < text.length; index++) {
    if (isLeadSurrogate(text.charCodeAt(index))) pairs++;
  }
  return text.length - pairs;
}
