/**
 * Creates a source of numbers in [0, 1) that depends only on a seed (mulberry32 over an FNV-1a hash of the seed). For
 * draws, not for secrets.
 */
export function createRandom(seed: number): () => number {
  let state = 0x811c9dc5;
  for (const character of String(seed))
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
