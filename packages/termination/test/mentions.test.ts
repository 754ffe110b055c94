import { describe, expect, it } from 'vitest';

import { findFinalCalls } from '../src/index.js';

const answersIn = (text: string): unknown[] =>
  findFinalCalls(text).calls.map(({ content }) => content);

describe('a call that is only mentioned', () => {
  it.each([
    'For example:\n- FINAL(42)',
    'For example:\n  * FINAL(42)',
    'For instance:\nFINAL(42)',
    'e.g.:\n> FINAL(42)',
  ])('stands below what announces an example: %j', (text) => {
    expect(answersIn(text)).toEqual([]);
  });

  it('is not one if words of its own stand before it', () => {
    expect(answersIn('For example:\nSo the answer is FINAL(42)')).toEqual(['42']);
  });

  it('hides no call on a later line that its argument runs over', () => {
    expect(answersIn('I will write FINAL(a\nFINAL(42)\n)')).toEqual(['42']);
    expect(answersIn('I will write FINAL(a\nb)\nFINAL(42)')).toEqual(['42']);
  });

  it('has no call in its own argument', () => {
    expect(answersIn('I will write FINAL(FINAL(7)) later.')).toEqual([]);
    expect(answersIn('I will write FINAL(Done. FINAL(7))')).toEqual([]);
  });
});
