import { createHash } from 'node:crypto';

/** Bytes that look random and follow from a seed: SHA-256 of the seed and a counter. */
export function createSeededBytes(seed: string): (target: Uint8Array) => void {
  let counter = 0;
  let block = new Uint8Array(0);
  let used = 0;
  return (target) => {
    for (let at = 0; at < target.length;) {
      if (used === block.length) {
        block = createHash('sha256').update(`${seed}\n${counter++}`).digest();
        used = 0;
      }
      const size = Math.min(block.length - used, target.length - at);
      target.set(block.subarray(used, used + size), at);
      used += size;
      at += size;
    }
  };
}
