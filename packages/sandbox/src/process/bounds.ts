import type { SandboxLimits } from '../contract/limits.js';
import { kinds } from './kinds.js';

const mebibyte = 1024 * 1024;

/** Bytes of the largest frame of a child that has nothing to do, or is not ready. */
const idleBytes: number = mebibyte;

/** How much a child may send while it has nothing to do, in bytes; each frame counts as {@link idleFrameBytes} more. */
const idleQuotaBytes: number = 4 * mebibyte;
const idleFrameBytes = 1_024;

/** The rest of a frame: names, an error, the variables that a cell left. */
const besideBytes = 4 * mebibyte;

/** How much a child may send, at each moment: it is held to that before anything of a frame is kept. */
export class FrameBounds {
  readonly #limits: SandboxLimits;
  readonly #readyBytes: number;
  #isReady = false;
  #isBusy = false;
  #unaskedBytes = 0;
  #snapshotBytes = -1;

  /** @param readyBytes Raw bytes that it may send before it is ready; -1 for none. */
  constructor(limits: SandboxLimits, readyBytes: number) {
    this.#limits = limits;
    this.#readyBytes = readyBytes;
  }

  /** Whether the child has said that it is ready. */
  get isReady(): boolean {
    return this.#isReady;
  }

  setReady(): void {
    this.#isReady = true;
  }

  /** Whether it has something to do. Returns false if that is no news. */
  setBusy(isBusy: boolean): boolean {
    if (isBusy === this.#isBusy) return false;
    this.#isBusy = isBusy;
    if (!isBusy) this.#unaskedBytes = 0;
    return true;
  }

  /** Lets it send one snapshot: its memory, and the data beside it. */
  expectSnapshot(maxBytes: number): void {
    const memoryBytes = this.#limits.memoryBytes + 16 * mebibyte;
    this.#snapshotBytes = Math.min(maxBytes, memoryBytes) + besideBytes;
  }

  /** Bytes of the largest payload that it may send now, by its kind; less than nothing if not even an empty one may come. */
  limitOf(kind: number): number {
    const { maxValueBytes, maxOutputChars } = this.#limits;
    if (kind === kinds.bytes) return this.#isReady ? this.#snapshotBytes : this.#readyBytes;
    if (!this.#isBusy) return idleBytes;
    // In four bytes a character.
    if (kind === kinds.output) return 4 * maxOutputChars + mebibyte / 16;
    // One value that leaves.
    if (kind === kinds.call || kind === kinds.final) return maxValueBytes + mebibyte;
    // The answer to a request, in three bytes a character of a value.
    return 3 * maxValueBytes + 4 * maxOutputChars + besideBytes;
  }

  /** Counts a frame that has come; false if it is one too many. */
  take(kind: number, bytes: number): boolean {
    if (kind === kinds.bytes) {
      this.#snapshotBytes = -1;
      if (!this.#isReady) return true;
    }
    if (!this.#isBusy) this.#unaskedBytes += idleFrameBytes + bytes;
    return this.#unaskedBytes <= idleQuotaBytes;
  }
}
