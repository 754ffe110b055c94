import { createHash } from 'node:crypto';

/** The position of a {@link SeededBytes}. */
export interface SeededPosition {
  readonly seed: string;
  /** How many bytes were given. */
  readonly position: number;
}

/** Bytes that look random and follow from a seed: SHA-256 of the seed and a counter. */
export interface SeededBytes {
  fill(target: Uint8Array): void;
  position(): SeededPosition;
}

const blockBytes = 32;

/** Creates {@link SeededBytes} that continue from a position. */
export function createSeededBytes({ seed, position }: SeededPosition): SeededBytes {
  let given = position;
  let block: Uint8Array | undefined;
  return {
    fill(target) {
      for (let at = 0; at < target.length;) {
        const used = given % blockBytes;
        if (used === 0) block = undefined;
        block ??= createHash('sha256')
          .update(`${seed}\n${Math.floor(given / blockBytes)}`)
          .digest();
        const size = Math.min(blockBytes - used, target.length - at);
        target.set(block.subarray(used, used + size), at);
        given += size;
        at += size;
      }
    },
    position: () => ({ seed, position: given }),
  };
}
