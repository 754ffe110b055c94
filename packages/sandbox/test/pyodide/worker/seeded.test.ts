import { describe, expect, it } from 'vitest';

import { createGuestClock } from '../../../src/pyodide/worker/guest-clock.js';
import { createSeededBytes } from '../../../src/pyodide/worker/seeded-bytes.js';

describe('createSeededBytes', () => {
  const take = (seed: string, sizes: readonly number[]): number[] => {
    const fill = createSeededBytes(seed);
    return sizes.flatMap((size) => {
      const target = new Uint8Array(size);
      fill(target);
      return [...target];
    });
  };

  it('gives the same bytes for the same seed, however they are taken', () => {
    expect(take('a', [70])).toEqual(take('a', [1, 31, 33, 5]));
    expect(take('a', [32])).not.toEqual(take('b', [32]));
  });
});

describe('createGuestClock', () => {
  it('stands still while a cell runs, but for the time slept', () => {
    const clock = createGuestClock();
    clock.begin(5000);
    expect([clock.now(), clock.now()]).toEqual([5000, 5000]);
    clock.advance(20);
    expect(clock.now()).toBe(5020);
  });

  it('has a second face that only rises', () => {
    const clock = createGuestClock();
    clock.begin(5000);
    const first = clock.monotonic();
    clock.begin(1000);
    expect(clock.monotonic()).toBeGreaterThan(first);
    const second = clock.monotonic();
    clock.begin(3000);
    expect(clock.monotonic() - second).toBeGreaterThanOrEqual(2000);
  });
});
