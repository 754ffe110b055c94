import { growthOf } from '@rlm/config/growth';
import { describe, expect, it } from 'vitest';

import { textOf } from '../../src/serve/texts/documents.js';

const document = (name: string, text: string) => ({ name, text });

describe('textOf', () => {
  it('tells documents of one name apart, and takes no name that another has', () => {
    const documents = ['a', 'a', 'a (2)', 'a', '__proto__'].map((name, at) =>
      document(name, String(at)),
    );
    expect(Object.entries(textOf(documents).value)).toEqual([
      ['a', '0'],
      ['a (2)', '1'],
      ['a (2) (2)', '2'],
      ['a (3)', '3'],
      ['__proto__', '4'],
    ]);
    expect(textOf([document('a', 'alone')]).value).toBe('alone');
  });

  it('takes time in proportion to the documents', () => {
    const work = (count: number): void => {
      textOf(Array.from({ length: count }, () => document('a', '')));
    };
    expect(growthOf(work, { small: 2_000, large: 8_000, enough: 6 })).toBeLessThan(9);
  });
});
