import type { SetPiecesFrame, SetTextFrame } from '../contract/frames.js';
import { encodeText } from '../framing/encode-frame.js';
import type { WorkerRequest } from './worker/protocol.js';

/** Texts from this length on travel in slices. */
export const sliceFrom = 1_000_000;

const windowBytes = 4 * 1024 * 1024;

/** The memory that a session's texts travel through, one after another: memory shared by threads is released late. */
export function createWindow(): Uint8Array<SharedArrayBuffer> {
  return new Uint8Array(new SharedArrayBuffer(windowBytes));
}

/** Passes a text slice by slice through shared memory, so that the host holds no second copy of it. */
export class TextSender {
  readonly #slices: Iterator<Uint8Array>;
  readonly #window: Uint8Array<SharedArrayBuffer>;
  readonly #post: (request: WorkerRequest) => void;
  /** What of the last slice was too long for the window. */
  #rest: Uint8Array = new Uint8Array();

  constructor(
    { id, name, text, isReserved }: SetTextFrame | SetPiecesFrame,
    window: Uint8Array<SharedArrayBuffer>,
    post: (request: WorkerRequest) => void,
  ) {
    this.#window = window;
    this.#post = post;
    const isWhole = typeof text === 'string';
    this.#slices = (isWhole ? encodeText(text) : text.slices())[Symbol.iterator]();
    const bytes = isWhole ? Buffer.byteLength(text, 'utf8') : text.bytes;
    post({ type: 'begin-text', id, name, isReserved, bytes, window: window.buffer });
  }

  /** Sends the next slice; to be called each time the worker has taken one. */
  next(): void {
    let slice = this.#rest;
    if (slice.length === 0) {
      const next = this.#slices.next();
      // Less than was said: it is not sent again and again, and the call's time ends.
      if (next.done === true) return;
      slice = next.value;
    }
    const bytes = Math.min(slice.length, this.#window.length);
    this.#window.set(slice.subarray(0, bytes));
    this.#rest = slice.subarray(bytes);
    this.#post({ type: 'text-slice', bytes });
  }
}
