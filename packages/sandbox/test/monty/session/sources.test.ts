import { describe, expect, it } from 'vitest';

import { createMemory, rememberSource } from '../../../src/monty/session/memory.js';

/** The cells whose sources are kept after some of a length each. */
function kept(cells: number, length: number): readonly number[] {
  const memory = createMemory();
  for (let cell = 1; cell <= cells; cell += 1) rememberSource(memory, cell, 'x'.repeat(length));
  return [...memory.sources.keys()];
}

describe('the sources that a session keeps for tracebacks', () => {
  it.each([
    ['50 of thousands of small ones', 5_000, 20, 4_951],
    ['1 million characters of hundreds of large ones', 300, 300_000, 298],
    ['none of what is too long by itself', 3, 1_000_001, 4],
  ])('are the latest: %s', (_, cells, length, first) => {
    const expected = Array.from({ length: cells + 1 - first }, (__, at) => first + at);
    expect(kept(cells, length)).toEqual(expected);
  });
});
