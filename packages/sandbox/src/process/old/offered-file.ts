import { fileBytes } from './message-bounds.js';

/** The file that an isolated process may give to its host, once, before any guest runs in it. */
export class OfferedFile {
  #keep: ((content: Uint8Array) => Promise<void>) | undefined;
  #kept: Promise<void> | undefined;

  /** @param keep Keeps it; never rejects. Undefined: none is taken. */
  constructor(keep: ((content: Uint8Array) => Promise<void>) | undefined) {
    this.#keep = keep;
  }

  /** Bytes that it may have now. */
  get maxBytes(): number {
    return this.#keep === undefined ? 0 : fileBytes;
  }

  /**
   * Resolves when it has been kept; undefined if none has come. Who starts an engine waits for it, so that a program that ends after its
   * first answer has kept it all the same.
   */
  get kept(): Promise<void> | undefined {
    return this.#kept;
  }

  /** Takes it; false if none is taken now. */
  take(content: Uint8Array): boolean {
    const keep = this.#keep;
    this.#keep = undefined;
    this.#kept ??= keep?.(content);
    return keep !== undefined;
  }

  /** From now on a guest may speak for the process: none is taken any more. */
  close(): void {
    this.#keep = undefined;
  }
}
