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
  let parts: Buffer[] = [];
  let held = 0;
  let wanted = headerBytes;
  let kind: number | undefined;
  let isBroken = false;

  const take = (): Buffer => {
    const all =
      parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, held);
    const rest = all.subarray(wanted);
    parts = rest.length > 0 ? [rest] : [];
    held = rest.length;
    return all.subarray(0, wanted);
  };

  return {
    push(bytes) {
      if (isBroken) return;
      parts.push(bytes);
      held += bytes.length;
      while (held >= wanted) {
        const taken = take();
        if (kind !== undefined) {
          const complete = kind;
          kind = undefined;
          wanted = headerBytes;
          onFrame(complete, taken);
          continue;
        }
        const length = taken.readUInt32LE(1);
        if (length > limit) {
          isBroken = true;
          parts = [];
          onTooLong(length);
          return;
        }
        kind = taken.readUInt8(0);
        wanted = length;
      }
    },
  };
}
