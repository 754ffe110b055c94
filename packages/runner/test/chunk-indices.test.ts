import { invalidOption } from '@rlm/config/options-suite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { chunkIndices } from '../src/index.js';
import { readVectors } from './support/vectors.js';

interface ChunkInput {
  readonly total_length: number;
  readonly chunk_size?: number;
  readonly overlap?: number;
}

const vectors = readVectors<ChunkInput, [number, number][]>('chunk_indices');

describe('chunkIndices', () => {
  for (const { name, input, expected, quirk = false } of vectors) {
    const { total_length: total, chunk_size: size, overlap } = input;
    if (quirk) {
      // Decided: an overlap as large as the chunk is a mistake, not a chunk for every character.
      it(`refuses the vector ${name}`, () => {
        expect(() => chunkIndices(total, size, overlap)).toThrow(
          invalidOption('overlap', 'less than'),
        );
      });
    } else {
      it(`gives the pairs of the vector ${name}`, () => {
        expect(chunkIndices(total, size, overlap)).toEqual(expected);
      });
    }
  }

  it('covers every character, in order, with the overlap that was asked for', () => {
    fc.assert(
      fc.property(
        fc.nat(2_000),
        fc.integer({ min: 1, max: 300 }),
        fc.nat(),
        (total, size, seed) => {
          const overlap = seed % size;
          const pairs = chunkIndices(total, size, overlap);
          expect(pairs.at(0)?.[0] ?? 0).toBe(0);
          expect(pairs.at(-1)?.[1] ?? 0).toBe(total);
          for (const [index, [start, end]] of pairs.entries()) {
            expect(end - start).toBeLessThanOrEqual(size);
            const before = pairs[index - 1];
            if (before !== undefined) expect(before[1] - start).toBe(overlap);
          }
        },
      ),
    );
  });

  it.each([
    ['total', -1, 1, 0],
    ['total', 1.5, 1, 0],
    ['size', 10, 0, 0],
    ['overlap', 10, 5, -1],
  ])('refuses a wrong %s', (option, total, size, overlap) => {
    expect(() => chunkIndices(total, size, overlap)).toThrow(
      expect.objectContaining({ code: 'invalid_option', details: { option } }),
    );
  });
});
