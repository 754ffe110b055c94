import type { SetTextFrame } from '../contract/frames.js';
import { sliceEnd } from '../supervisor/values/slice-text.js';
import type { WorkerRequest } from './worker/protocol.js';

/** Texts from this length on travel in slices. */
export const sliceFrom = 1_000_000;

const windowBytes = 4 * 1024 * 1024;

/** The memory that a session's texts travel through, one after another: memory shared by threads is released late. */
export function createWindow(): Uint8Array<SharedArrayBuffer> {
  return new Uint8Array(new SharedArrayBuffer(windowBytes));
}

/** Encodes a text slice by slice into shared memory, so that the host holds no second copy of it. */
export class TextSender {
  readonly #text: string;
  readonly #window: Uint8Array<SharedArrayBuffer>;
  readonly #encoder = new TextEncoder();
  readonly #post: (request: WorkerRequest) => void;
  #position = 0;

  constructor(
    frame: SetTextFrame,
    window: Uint8Array<SharedArrayBuffer>,
    post: (request: WorkerRequest) => void,
  ) {
    this.#window = window;
    const { id, name, text, isReserved } = frame;
    this.#text = text;
    this.#post = post;
    const bytes = Buffer.byteLength(text, 'utf8');
    post({
      type: 'begin-text',
      id,
      name,
      isReserved,
      bytes,
      window: this.#window.buffer,
    });
  }

  /** Sends the next slice; to be called each time the worker has taken one. */
  next(): void {
    const end = sliceEnd(this.#text, this.#position, Math.floor(windowBytes / 3));
    const slice = this.#text.slice(this.#position, end);
    const { read, written } = this.#encoder.encodeInto(slice, this.#window);
    this.#position += read;
    this.#post({ type: 'text-slice', bytes: written });
  }
}
