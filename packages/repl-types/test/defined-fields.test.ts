import { describe, expect, it } from 'vitest';

import { definedFields } from '../src/internal.js';

describe('definedFields', () => {
  it('leaves out what is undefined, and keeps the order of the rest', () => {
    const fields = definedFields({ one: 1, none: undefined, nothing: null, no: false });
    expect(Object.entries(fields)).toEqual([
      ['one', 1],
      ['nothing', null],
      ['no', false],
    ]);
  });
});
