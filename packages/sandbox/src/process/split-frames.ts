import { Buffer } from 'node:buffer';

import { headerBytes } from './kinds.js';
import { releasable } from './releasable.js';

/** Shorter payloads are left to the garbage collector. */
const leastReleased = 1 << 17;

/** What takes frames apart asks, and tells. */
export interface FrameSplitting {
  /** The largest payload of a kind that may come now, in bytes. */
  limitOf(kind: number): number;
  onFrame(kind: number, payload: Buffer): void;
  /** Called once, before any of a payload is kept that is longer than its limit; the rest is ignored. */
  onTooLong(kind: number, length: number): void;
  /** Whether the memory of a payload of this kind is given back by `giveBack`. Such memory has limits of its own. Default: it is not. */
  isReleased?(kind: number): boolean;
}

/**
 * Takes bytes apart into frames, in linear time, however they are cut. A frame that comes in several chunks has its own memory, into
 * which each chunk is copied as it comes: no piece of work is as long as the frame.
 */
export function createFrameSplitter(splitting: FrameSplitting): (bytes: Buffer) => void {
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
      splitting.onFrame(complete, bytes);
      return headerBytes;
    }
    const next = bytes.readUInt8(0);
    const length = bytes.readUInt32LE(1);
    if (length > splitting.limitOf(next)) {
      splitting.onTooLong(next, length);
      return undefined;
    }
    kind = next;
    return length;
  };
  const allocate = (length: number): Buffer =>
    length >= leastReleased && kind !== undefined && splitting.isReleased?.(kind) === true
      ? releasable(length)
      : Buffer.allocUnsafeSlow(length);

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
      run ??= allocate(wanted);
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
