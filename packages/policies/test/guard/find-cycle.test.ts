import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { findCycle } from '../../src/guard/find-cycle.js';

describe('findCycle', () => {
  it.each([
    ['aaa', 1],
    ['baaa', 1],
    ['ababab', 2],
    ['abcabcabc', 3],
    ['abcdabcdabcd', 4],
    ['abcdeabcdeabcde', 0],
    ['aabaa', 0],
    ['abab', 0],
    ['', 0],
  ])('finds in %s the period %i', (keys, period) => {
    expect(findCycle(Array.from(keys), 3, 4)).toBe(period);
  });

  it('finds every cycle that there is, whatever came before it', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(fc.string()), letters, (before, round) => {
        const period = findCycle([...before, ...round, ...round, ...round], 3, 4);
        expect(period).toBeGreaterThan(0);
        expect(period).toBeLessThanOrEqual(round.length);
      }),
    );
  });
});
