/**
 * Random numbers that depend on nothing but their seeds: the same seeds give the same numbers, so that each attempt can
 * be made again by itself.
 */
export function createRandom(...seeds) {
  let state = 0x9e3779b9;
  for (const seed of seeds) {
    for (const unit of String(seed)) {
      state = Math.imul(state ^ unit.codePointAt(0), 0x85ebca6b);
      state ^= state >>> 13;
    }
    state = Math.imul(state ^ 0x27d4eb2f, 0xc2b2ae35);
  }
  const unit = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit) => Math.floor(unit() * limit);
  return {
    /** A number from 0 to below 1. */
    unit,
    /** An integer from 0 to below `limit`. */
    below,
    /** True once in `times`. */
    isOneIn: (times) => below(times) === 0,
    /** One item of a list. */
    pick: (list) => list[below(list.length)],
    /** Random bytes. */
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
