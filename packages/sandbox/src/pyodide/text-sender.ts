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

/** A text on its way into a guest, in pieces, so that the host never holds a second copy of it. */
export interface TextSender {
  readonly shape: TextShape;
  /** The next piece; its buffer is overwritten by the second call after this one. */
  next(): TextChunk;
}

/** The memory that a session's texts travel through, one after another: memory shared by threads is released late. */
export function createTextBuffers(): readonly SharedArrayBuffer[] {
  return [0, 1].map(() => new SharedArrayBuffer(2 * chunkUnits));
}

/** Prepares a text; lone surrogates become U+FFFD, as in UTF-8. */
export function createTextSender(
  source: string,
  buffers: readonly SharedArrayBuffer[] = createTextBuffers(),
): TextSender {
  const text = toWellFormed(source);
  const shape = measureText(text);
  const isUtf16 = shape.widest > 0xff;
  let at = 0;
  let turn = 0;
  let prepared = prepare();

  function prepare(): TextChunk {
    const buffer = present(buffers[turn++ % 2], 'a buffer');
    const end = sliceEnd(text, at, chunkUnits);
    const bytes = Buffer.from(buffer).write(text.slice(at, end), isUtf16 ? 'utf16le' : 'latin1');
    at = end;
    return { buffer, bytes, isUtf16 };
  }

  return {
    shape,
    next() {
      const chunk = prepared;
      if (at < text.length) prepared = prepare();
      return chunk;
    },
  };
}

/** Node.js 20 has these; the library that the compiler uses does not. */
interface WellFormedString {
  isWellFormed(): boolean;
  toWellFormed(): string;
}

function toWellFormed(text: string): string {
  const string = text as unknown as WellFormedString;
  return string.isWellFormed() ? text : string.toWellFormed();
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
