import { errorWith } from '@rlm/config/error-with';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { defaultLimits } from '../../src/index.js';
import { parseJsonText, requireSize, utf8Length } from '../../src/session/json-text.js';

const limits = { ...defaultLimits, maxValueBytes: 1_000, maxValueDepth: 5 };

describe('parseJsonText', () => {
  it('refuses 100,000 brackets without parsing them', () => {
    const text = '['.repeat(100_000);
    expect(() =>
      parseJsonText(text, { ...limits, maxValueBytes: 1e6, maxValueDepth: 100 }),
    ).toThrow(/nested deeper/);
  });

  it('refuses what has too many parts or digits, before it is parsed', () => {
    const bounds = { ...limits, maxValueBytes: 1e7, maxValueNodes: 10, maxValueDigits: 30 };
    expect(() => parseJsonText('[1,2,{"a":"b"},[],null,true]', bounds)).not.toThrow();
    expect(() => parseJsonText('[0,1,2,3,4,5,6,7,8,9]', bounds)).toThrow(/more than 10 parts/);
    expect(() => parseJsonText('1'.repeat(31), bounds)).toThrow(/more than 30 digits/);
    expect(() => parseJsonText(`[${' '.repeat(1e6)}`, bounds)).toThrow(/more than 10 parts/);
  });

  it('refuses what is too large, and what is no JSON', () => {
    expect(() => parseJsonText(`"${'x'.repeat(2_000)}"`, limits)).toThrow(/too large/);
    expect(() => parseJsonText('{', limits)).toThrow(/not JSON/);
  });
});

describe('requireSize', () => {
  it.each([
    ['a'.repeat(1_000), 'a'.repeat(1_001), 1_001],
    ['ä'.repeat(500), 'ä'.repeat(501), 1_002],
    ['€'.repeat(333), '€'.repeat(334), 1_002],
    ['😀'.repeat(250), '😀'.repeat(251), 1_004],
  ])('counts bytes, not characters: %#', (fits, over, bytes) => {
    requireSize(fits, limits);
    expect(() => {
      requireSize(over, limits);
    }).toThrow(
      errorWith({
        code: 'value_rejected',
        facts: [`${bytes} bytes`, / 1000 \(limit maxValueBytes\)/],
      }),
    );
  });

  it('counts a text that has more characters than bytes are allowed by its characters', () => {
    expect(() => {
      requireSize('€'.repeat(1_001), limits);
    }).toThrow(errorWith({ code: 'value_rejected', facts: ['1001 bytes'] }));
  });
});

describe('utf8Length', () => {
  it('counts as an encoder does, surrogates without a partner too', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(3_000), (text, more) => {
        for (const one of [text, `${text}${'é😀'.repeat(more)}\ud800`]) {
          expect(utf8Length(one)).toBe(new TextEncoder().encode(one).length);
        }
      }),
    );
    const long = '😀ä'.repeat(40_000);
    expect(utf8Length(long)).toBe(new TextEncoder().encode(long).length);
    expect(utf8Length('a\ud800b')).toBe(new TextEncoder().encode('a\ud800b').length);
  });
});
