import { growthOf } from '@rlm/config/growth';
import { describe, expect, it } from 'vitest';

import { boundNames, isIdentifier } from '../../../src/monty/session/names.js';

/** All that {@link boundNames} finds, in one piece. */
function namesOf(source: string): readonly string[] {
  const work = boundNames(source);
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}

describe('boundNames', () => {
  it.each([
    ['x = 1', ['x']],
    ['a, (b, c) = f()', ['a', 'b', 'c']],
    ['a = b = 1', ['a', 'b']],
    ['n += 1', ['n']],
    ['def f(a):\n  return a', ['f']],
    ['async def g(): pass', ['g']],
    ['class A:\n  pass', ['A']],
    ['import math', ['math']],
    ['import os.path as p, re', ['p', 're']],
    ['from a import (b, c as d)', ['b', 'd']],
    ['from a import (\n  b,\n  c,\n)\nd = 1', ['b', 'c', 'd']],
    ['for i, v in enumerate(x): pass', ['i', 'v']],
    ['with open(x) as f: pass', ['f']],
    ['if (n := 3) > 2: pass', ['n']],
    ['größe = 1', ['größe']],
    ['if x == 1: y = 2', ['y']],
    ['a = 1; b = 2', ['a', 'b']],
  ])('finds what %j binds', (source, expected) => {
    expect(namesOf(source)).toEqual(expect.arrayContaining(expected));
  });

  it('finds nothing in an expression', () => {
    expect(namesOf('print(x == y)')).toEqual([]);
  });

  it.each(['a, ', 'for ', '= ', 'a'])('takes linear time on a text of %j', (piece) => {
    const work = (size: number): void => {
      namesOf(piece.repeat(size));
    };
    // Linear is 4, quadratic 16.
    expect(growthOf(work, { small: 25_000, large: 100_000, enough: 9 })).toBeLessThanOrEqual(9);
  });
});

describe('isIdentifier', () => {
  it.each([
    ['x', true],
    ['_x1', true],
    ['é', true],
    ['1x', false],
    ['for', false],
    ['a.b', false],
    ['', false],
    ['x\n', false],
  ])('of %j is %s', (text, expected) => {
    expect(isIdentifier(text)).toBe(expected);
  });
});
