import { Buffer } from 'node:buffer';
import type { Duplex } from 'node:stream';

import type { SandboxLimits } from '../contract/limits.js';
import { headerBytes, kinds } from './kinds.js';

/** A frame in pieces, so that 100 MB of text are never encoded all at once. */
export type EncodedFrame = Iterable<Uint8Array>;

/** What a pipe asks about frames that come, and tells. */
export interface PipeReader {
  /** The largest payload of a kind that may come now, in bytes. */
  limitOf(kind: number): number;
  onFrame(kind: number, payload: Buffer): void;
  /** Called once, before any of a payload is kept that is longer than its limit; the rest is ignored. */
  onTooLong(kind: number, length: number): void;
}

/** The host's end of a pipe to a child. */
export class FramePipe {
  readonly #stream: Duplex;
  #queue: Iterator<Uint8Array>[] = [];
  #isWaiting = false;

  /** A pipe over a stream, whose errors (its reader has gone) are ignored: that end is reported elsewhere. */
  constructor(stream: Duplex, reader: PipeReader) {
    this.#stream = stream;
    stream.on('error', () => undefined);
    stream.on('drain', () => {
      this.#isWaiting = false;
      this.#run();
    });
    stream.on('data', createFrameSplitter(reader));
  }

  /** Frames that are not taken yet. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Writes a frame after those before it, no faster than they are read. */
  write(frame: EncodedFrame): void {
    this.#queue.push(frame[Symbol.iterator]());
    this.#run();
  }

  /** Drops everything that is not written yet, and takes nothing any more. */
  close(): void {
    this.#queue = [];
    this.#isWaiting = true;
    this.#stream.destroy();
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

/**
 * Takes bytes apart into frames, in linear time, however they are cut. A frame that comes in several chunks has its own memory, into
 * which each chunk is copied as it comes: no piece of work is as long as the frame.
 */
export function createFrameSplitter(reader: PipeReader): (bytes: Buffer) => void {
  /** The kind of the payload that comes now; undefined if a header does. */
  let kind: number | undefined;
  /** Bytes of the run that comes now; undefined if the rest is ignored. */
  let wanted: number | undefined = headerBytes;
  let run: Buffer | undefined;
  let filled = 0;

  const take = (bytes: Buffer): number | undefined => {
    if (kind !== undefined) {
      const complete = kind;
      kind = undefined;
      reader.onFrame(complete, bytes);
      return headerBytes;
    }
    const next = bytes.readUInt8(0);
    const length = bytes.readUInt32LE(1);
    if (length > reader.limitOf(next)) {
      reader.onTooLong(next, length);
      return undefined;
    }
    kind = next;
    return length;
  };

  return (bytes) => {
    let at = 0;
    while (wanted !== undefined) {
      const end: number = Math.min(bytes.length, at + wanted - filled);
      const isWhole = filled + end - at === wanted;
      if (run === undefined && isWhole) {
        wanted = take(bytes.subarray(at, end));
        at = end;
        continue;
      }
      if (at === end) return;
      run ??= allocate(kind, wanted);
      bytes.copy(run, filled, at, end);
      filled += end - at;
      at = end;
      if (!isWhole) return;
      const whole = run;
      run = undefined;
      filled = 0;
      wanted = take(whole);
    }
  };
}

/** A newer part of the language than the compiler's library knows. */
type Resizable = ArrayBuffer & { readonly resizable?: boolean; resize?(length: number): void };
const ResizableBuffer = ArrayBuffer as unknown as new (
  length: number,
  options: { readonly maxByteLength: number },
) => ArrayBuffer;

/** Shorter payloads are left to the garbage collector. */
const leastReleased = 1 << 17;

/**
 * Bytes for a header or a payload. A long text is read at once, and its memory is given back then: garbage of a hundred megabytes is
 * otherwise collected late. Such memory has limits of its own, so raw bytes, which stay, have the usual one.
 */
function allocate(kind: number | undefined, length: number): Buffer {
  return kind === undefined || kind === kinds.bytes || length < leastReleased
    ? Buffer.allocUnsafeSlow(length)
    : Buffer.from(new ResizableBuffer(length, { maxByteLength: length }));
}

/** Gives back the memory of bytes that are not needed any more, if that is possible; they are empty then. */
export function giveBack({ buffer }: Uint8Array): void {
  const memory: Resizable = buffer as ArrayBuffer;
  if (memory.resizable === true) memory.resize?.(0);
}

const mebibyte = 1024 * 1024;

/** Bytes of the largest frame of a child that has nothing to do, or is not ready. */
const idleBytes: number = mebibyte;

/** Bytes of the largest part that a child gives before it is ready. */
const partBytes: number = 64 * mebibyte;

/** How much a child may send while it has nothing to do, in bytes; each frame counts as {@link idleFrameBytes} more. */
const idleQuotaBytes: number = 4 * mebibyte;
const idleFrameBytes = 1_024;

/** The rest of a frame: names, an error, the variables that a cell left. */
const besideBytes = 4 * mebibyte;

/** How much a child may send, at each moment: it is held to that before anything of a frame is kept. */
export class FrameBounds {
  readonly #limits: SandboxLimits;
  #partsLeft: number;
  #isReady = false;
  #isBusy = false;
  #unaskedBytes = 0;
  #snapshotBytes = -1;

  /** @param parts How often it may send raw bytes before it is ready. */
  constructor(limits: SandboxLimits, parts: number) {
    this.#limits = limits;
    this.#partsLeft = parts;
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
    if (kind === kinds.bytes && this.#isReady) return this.#snapshotBytes;
    if (kind === kinds.bytes) return this.#partsLeft > 0 ? partBytes : -1;
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
    if (kind === kinds.bytes && !this.#isReady) {
      this.#partsLeft -= 1;
      return true;
    }
    if (kind === kinds.bytes) this.#snapshotBytes = -1;
    if (!this.#isBusy) this.#unaskedBytes += idleFrameBytes + bytes;
    return this.#unaskedBytes <= idleQuotaBytes;
  }
}

/** Writes the header of a frame to its place; returns where the payload begins. */
export function writeHeader(frame: Buffer, at: number, kind: number, length: number): number {
  frame.writeUInt8(kind, at);
  return frame.writeUInt32LE(length, at + 1);
}
