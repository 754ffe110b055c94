import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { jsonTextDepth, parseJsonText, utf8Length } from '../../src/supervisor/json-text.js';

const limits = { valueBytes: 1_000, valueDepth: 5 };

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('jsonTextDepth', () => {
  it('is the nesting of the parsed value, whatever its strings hold', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(jsonTextDepth(JSON.stringify(value))).toBe(depthOf(value));
      }),
    );
  });

  it.each([
    ['"[[[["', 0],
    ['["\\"[", 1]', 1],
    ['["\\\\", [1]]', 2],
    ['"[', 0],
  ])('of %s is %i', (text, depth) => {
    expect(jsonTextDepth(text)).toBe(depth);
  });
});

describe('parseJsonText', () => {
  it('refuses 100,000 brackets without parsing them', () => {
    const text = '['.repeat(100_000);
    expect(() => parseJsonText(text, { valueBytes: 1e6, valueDepth: 100 })).toThrow(
      /nested deeper/,
    );
  });

  it('refuses what is too large, and what is no JSON', () => {
    expect(() => parseJsonText(`"${'x'.repeat(2_000)}"`, limits)).toThrow(/too large/);
    expect(() => parseJsonText('{', limits)).toThrow(/not JSON/);
  });
});

describe('utf8Length', () => {
  it('counts as an encoder does, surrogates without a partner too', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
      }),
    );
    expect(utf8Length('a\ud800b')).toBe(new TextEncoder().encode('a\ud800b').length);
  });
});
