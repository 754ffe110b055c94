import { Buffer } from 'node:buffer';

import { collectBytes } from './collect-bytes.js';
import { releasable } from '../releasable.js';

const headerBytes = 5;

/** Shorter payloads are left to the garbage collector. */
const leastReleased = 1 << 17;

/** Takes bytes apart into frames, in linear time, however they are cut. */
export interface FrameSplitter {
  push(bytes: Buffer): void;
}

/**
 * A splitter of frames: a byte for the kind, four for the length (little-endian), the payload.
 *
 * @param limit Largest payload in bytes, or a function that returns it for a kind. A longer one calls `onTooLong`,
 *   once, before any of it is kept; the rest is ignored.
 * @param isReleased Whether the memory of a payload of this kind is given back by `giveBack`. Such memory has limits of its own.
 */
export function createFrameSplitter(
  limit: number | ((kind: number) => number),
  onFrame: (kind: number, payload: Buffer) => void,
  onTooLong: (length: number) => void,
  isReleased: (kind: number) => boolean = () => false,
): FrameSplitter {
  let kind: number | undefined;

  const take = (run: Buffer): number | undefined => {
    if (kind !== undefined) {
      const complete = kind;
      kind = undefined;
      onFrame(complete, run);
      return headerBytes;
    }
    const next = run.readUInt8(0);
    const length = run.readUInt32LE(1);
    if (length > (typeof limit === 'number' ? limit : limit(next))) {
      onTooLong(length);
      return undefined;
    }
    kind = next;
    return length;
  };
  const allocate = (length: number): Buffer =>
    length >= leastReleased && kind !== undefined && isReleased(kind)
      ? releasable(length)
      : Buffer.allocUnsafeSlow(length);
  return { push: collectBytes(headerBytes, take, allocate) };
}
