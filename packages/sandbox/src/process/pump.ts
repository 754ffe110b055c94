import type { Writable } from 'node:stream';

import type { EncodedFrame } from './encode-frame.js';

/** Writes frames one after the other, no faster than they are read. */
export class FramePump {
  readonly #stream: Writable;
  #queue: Iterator<Uint8Array>[] = [];
  #isWaiting = false;

  /** A pump for a stream, whose errors (its reader has gone) are ignored: that end is reported elsewhere. */
  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on('error', () => undefined);
    stream.on('drain', () => {
      this.#isWaiting = false;
      this.#run();
    });
  }

  /** Frames that are not taken yet. */
  get waiting(): number {
    return this.#queue.length;
  }

  write(frame: EncodedFrame): void {
    this.#queue.push(frame[Symbol.iterator]());
    this.#run();
  }

  /** Drops everything that is not written yet. */
  stop(): void {
    this.#queue = [];
    this.#isWaiting = true;
  }

  #run(): void {
    while (!this.#isWaiting) {
      const next = this.#queue[0]?.next();
      if (next === undefined) return;
      if (next.done === true) this.#queue.shift();
      else this.#isWaiting = !this.#stream.write(next.value);
    }
  }
}
