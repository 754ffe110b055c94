import { describe, expect, it } from 'vitest';

import { blankFinals } from '../../src/internal.js';

describe('blankFinals', () => {
  it('puts dots in the place of each call of prose and keeps all else', () => {
    const text = 'So it is:\nFINAL("ab")\nThat is all.';
    const blanked = blankFinals(text);
    expect(blanked).toBe('So it is:\n...........\nThat is all.');
    expect(blanked).toHaveLength(text.length);
  });

  it('keeps a text without a call as it is', () => {
    for (const text of ['No answer.', 'The final answer is 4.', '']) {
      expect(blankFinals(text)).toBe(text);
    }
  });
});
