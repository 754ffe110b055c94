import { collectBytes } from '../../host/collect-bytes.js';
import { headerBytes } from './frame-kinds.js';

/** Takes the guest's bytes apart into frames, in linear time, however they are cut. */
export interface FrameSplitter {
  push(bytes: Buffer): void;
}

/**
 * @param limit Largest payload in bytes. A longer one calls `onTooLong`, once, before any of it is kept;
 *   what follows is ignored.
 */
export function createFrameSplitter(
  limit: number,
  onFrame: (kind: number, payload: Buffer) => void,
  onTooLong: (length: number) => void,
): FrameSplitter {
  let kind: number | undefined;
  return {
    push: collectBytes(headerBytes, (run) => {
      if (kind !== undefined) {
        const complete = kind;
        kind = undefined;
        onFrame(complete, run);
        return headerBytes;
      }
      const length = run.readUInt32LE(1);
      if (length > limit) {
        onTooLong(length);
        return undefined;
      }
      kind = run.readUInt8(0);
      return length;
    }),
  };
}
