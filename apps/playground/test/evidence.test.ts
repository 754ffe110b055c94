import { describe, expect, it } from 'vitest';

import { evidenceOf } from '../src/evidence.js';

const text = { 'a.txt': 'one two three' };

describe('evidenceOf', () => {
  it('checks each quote against the text', () => {
    const evidence = [
      { document: 'a.txt', start: 4, end: 7, quote: 'two' },
      { document: 'a.txt', start: 4, end: 7, quote: 'too' },
      { document: 'b.txt', start: 0, end: 3, quote: 'one' },
    ];
    expect(evidenceOf({ evidence }, text).map(({ verified }) => verified)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each([null, 'two', 42, {}, { evidence: 'none' }, { evidence: [null, {}, { document: 1 }] }])(
    'finds none in %j',
    (value) => {
      expect(evidenceOf(value, text)).toEqual([]);
    },
  );
});
