import { describe, expect, it } from 'vitest';

import { createGuestClock } from '../../../src/pyodide/child/guest-clock.js';
import { createSeededBytes, type SeededBytes } from '../../../src/pyodide/child/seeded-bytes.js';

describe('createSeededBytes', () => {
  const next = (bytes: SeededBytes, size: number): number[] => {
    const target = new Uint8Array(size);
    bytes.fill(target);
    return [...target];
  };
  const take = (seed: string, sizes: readonly number[]): number[] => {
    const bytes = createSeededBytes({ seed, position: 0 });
    return sizes.flatMap((size) => next(bytes, size));
  };

  it('gives the same bytes for the same seed, however they are taken', () => {
    expect(take('a', [70])).toEqual(take('a', [1, 31, 33, 5]));
    expect(take('a', [32])).not.toEqual(take('b', [32]));
  });

  it('goes on where others stood', () => {
    for (const given of [0, 1, 31, 32, 33, 64]) {
      const first = createSeededBytes({ seed: 'a', position: 0 });
      next(first, given);
      const second = createSeededBytes(first.position());
      expect(next(second, 70)).toEqual(next(first, 70));
    }
  });
});

describe('createGuestClock', () => {
  it('shows what another clock showed', () => {
    const clock = createGuestClock();
    clock.begin(5000);
    clock.monotonic();
    const other = createGuestClock();
    other.set(clock.reading());
    expect([other.now(), other.monotonic()]).toEqual([clock.now(), clock.monotonic()]);
    other.set();
    expect(other.now()).toBe(createGuestClock().now());
  });

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
