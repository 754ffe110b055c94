import { describe, expect, it } from 'vitest';

import { describeValue } from '../../src/internal.js';

describe('describeValue', () => {
  it.each<[value: unknown, words: string]>([
    [-3, '-3'],
    [NaN, 'NaN'],
    [undefined, 'undefined'],
    [null, 'null'],
    [true, 'true'],
    ['5', '"5"'],
    ['x'.repeat(61), 'text of 61 characters'],
    [10n, 'the bigint 10'],
    [Symbol('s'), 'a symbol'],
    [() => 1, 'a function'],
    [[], 'an empty list'],
    [[1, 2], 'a list of 2'],
    [{}, 'an empty object'],
    [{ a: 1 }, 'an object'],
    [Object.create(null), 'an empty object'],
    [new Map(), 'a Map'],
    [new Error('x'), 'an Error'],
    [new Uint8Array(2), 'a Uint8Array'],
  ])('says of %s what it is', (value, words) => {
    expect(describeValue(value)).toBe(words);
  });

  it('says that a proxy which throws cannot be read', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(describeValue(proxy)).toBe('an object that cannot be read');
  });
});
