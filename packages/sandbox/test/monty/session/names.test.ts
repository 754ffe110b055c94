import { describe, expect, it } from 'vitest';

import { missingVariable } from '../../../src/monty/session/missing-variable.js';
import { boundNames, isIdentifier } from '../../../src/monty/session/names.js';

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
    expect(boundNames(source)).toEqual(expect.arrayContaining(expected));
  });

  it('finds nothing in an expression', () => {
    expect(boundNames('print(x == y)')).toEqual([]);
  });

  it('takes linear time on hostile text', () => {
    const started = performance.now();
    boundNames('a, '.repeat(100_000));
    boundNames('for '.repeat(100_000));
    boundNames('= '.repeat(100_000));
    boundNames('a'.repeat(300_000));
    expect(performance.now() - started).toBeLessThan(20_000);
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

describe('missingVariable', () => {
  it('names close spellings first, then the others in their order', () => {
    expect(missingVariable('reslt', ['data', 'result'])).toBe(
      "FINAL_VAR referenced variable 'reslt' not found in REPL namespace. Available variables: ['result', 'data']",
    );
  });

  it('names at most twenty, then their number', () => {
    const names = Array.from({ length: 25 }, (_, index) => `v${index}`);
    expect(missingVariable('none', names)).toMatch(/'v19', \.\.\. 5 more\]$/);
  });
});
