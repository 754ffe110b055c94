import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { compareTexts, readCollation } from '../../../src/javascript/guest/collation.js';

const letters = [
  ...Array.from('abcABCzZéèÉñÑöäßøØæåłđ0123459 -_.,\'"!?()&/$@#+αβΑάωσЯяйиёЁе'),
  ...['e\u0301', '中', '文', '가', '각', 'ő', 'ﬁ', '½', '–', '…', '’', '™'],
];
const words = fc
  .array(fc.constantFrom(...letters), { maxLength: 5 })
  .map((parts) => parts.join(''));

describe('compareTexts', () => {
  it.each<Intl.CollatorOptions>([
    {},
    { numeric: true },
    { sensitivity: 'base' },
    { sensitivity: 'accent' },
    { sensitivity: 'case' },
    { caseFirst: 'upper' },
    { ignorePunctuation: true },
  ])('orders texts as Node.js does with %o', (options) => {
    const collator = new Intl.Collator('en', options);
    const collation = readCollation('en', options, 'localeCompare');
    const twins = words.map((word): [string, string] => [word, word.toUpperCase()]);
    fc.assert(
      fc.property(fc.oneof(fc.tuple(words, words), twins), ([one, two]) => {
        const expected = Math.sign(collator.compare(one, two));
        expect(Math.sign(compareTexts(one, two, collation))).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it('orders letters that it does not know by their code points, behind those that it knows', () => {
    const collation = readCollation(undefined, undefined, 'localeCompare');
    const sorted = ['い', 'z', 'あ', 'я'].sort((one, other) => compareTexts(one, other, collation));
    expect(sorted).toEqual(['z', 'я', 'あ', 'い']);
  });
});
