import { createHash } from 'node:crypto';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sha256 } from '../src/sha256.js';

describe('sha256', () => {
  it('agrees with the platform', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const wanted = createHash('sha256').update(text).digest('hex');
        expect(sha256(text)).toBe(wanted);
      }),
    );
  });

  it.each([0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1000, 100_000])(
    'agrees with it at %d bytes',
    (length) => {
      const text = 'a'.repeat(length);
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
    },
  );
});
