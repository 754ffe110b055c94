import { defineProperty } from './intrinsics.js';

/** Replaces `Math.random` by numbers that a seed determines. */
export function pinRandomness(seed: string): void {
  let [a, b, c, d] = stateOf(seed);
  defineProperty(Math, 'random', {
    value: function random(): number {
      const sum = (a + b) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (c << 21) | (c >>> 11);
      d = (d + 1) | 0;
      const result = (sum + d) | 0;
      c = (c + result) | 0;
      return (result >>> 0) / 4_294_967_296;
    },
    configurable: true,
    writable: true,
  });
}

function stateOf(seed: string): [number, number, number, number] {
  const state: [number, number, number, number] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1];
  for (let index = 0; index < seed.length; index++) {
    const unit = seed.charCodeAt(index);
    state[0] = Math.imul(state[0] ^ unit, 0x85ebca6b);
    state[1] = Math.imul(state[1] ^ unit ^ (state[0] >>> 15), 0xc2b2ae35);
    state[2] = Math.imul(state[2] ^ unit ^ (state[1] >>> 13), 0x27d4eb2f);
  }
  return state;
}
