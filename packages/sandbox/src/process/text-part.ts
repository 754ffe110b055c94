import { giveBack } from '../framing/releasable.js';
import { joined } from '../supervisor/values/open-long-text.js';
import type { TextInPieces } from '../contract/frames.js';

/** A text that came in pieces. It gives them once: the memory of each is given back when the next is asked for. */
export class TextPart implements TextInPieces {
  readonly bytes: number;
  readonly #pieces: Uint8Array[];

  constructor(pieces: readonly Uint8Array[]) {
    this.#pieces = [...pieces].reverse();
    this.bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  }

  /** The pieces that it holds, which stay. */
  get kept(): Iterable<Uint8Array> {
    return this.#pieces.toReversed();
  }

  *slices(): IterableIterator<Uint8Array> {
    for (;;) {
      const piece = this.#pieces.pop();
      if (piece === undefined) return;
      yield piece;
      giveBack(piece);
    }
  }

  /** All of it as a string. */
  text(): string {
    return joined(this.slices());
  }
}
