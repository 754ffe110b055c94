import { collectBytes } from './collect-bytes.js';

const lengthBytes = 4;

/** Takes bytes apart into frames, in linear time, however they are cut. */
export interface FrameSplitter {
  push(bytes: Buffer): void;
}

/**
 * A splitter of frames: a byte for the kind, four for the length (little-endian), the payload.
 *
 * @param limit Largest payload in bytes, or a function that returns it for a kind. A longer one calls `onTooLong`,
 *   once, before any of it is kept; the rest is ignored.
 * @param kindBytes 0 for frames that are all of one kind and have no such byte; `onFrame` then gets 0.
 */
export function createFrameSplitter(
  limit: number | ((kind: number) => number),
  onFrame: (kind: number, payload: Buffer) => void,
  onTooLong: (length: number) => void,
  kindBytes: 0 | 1 = 1,
): FrameSplitter {
  const headerBytes = kindBytes + lengthBytes;
  let kind: number | undefined;

  return {
    push: collectBytes(headerBytes, (run) => {
      if (kind !== undefined) {
        const complete = kind;
        kind = undefined;
        onFrame(complete, run);
        return headerBytes;
      }
      const next = kindBytes === 0 ? 0 : run.readUInt8(0);
      const length = run.readUInt32LE(kindBytes);
      if (length > (typeof limit === 'number' ? limit : limit(next))) {
        onTooLong(length);
        return undefined;
      }
      kind = next;
      return length;
    }),
  };
}
