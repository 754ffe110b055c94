import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { countCodePoints } from '../src/internal.js';

describe('countCodePoints', () => {
  it('counts as an iteration over the text does, lone halves of pairs included', () => {
    const units = fc.constantFrom('a', 'é', '☕', '😀', '\ud83d', '\ude00');
    fc.assert(
      fc.property(fc.array(units, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        expect(countCodePoints(text)).toBe(Array.from(text).length);
      }),
    );
  });
});
