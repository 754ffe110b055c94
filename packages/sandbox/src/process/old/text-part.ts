import { giveBack } from '../releasable.js';
import type { TextInPieces } from '../../contract/frames.js';

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
    // Written out: the code for files is loaded late, and without that of processes.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const parts: string[] = [];
    for (const slice of this.slices()) parts.push(decoder.decode(slice, { stream: true }));
    parts.push(decoder.decode());
    return parts.join('');
  }
}
