import { describe, expect, it } from 'vitest';

import { drawKnot, knotsBelow, knotsOf } from './floors.js';
import { packages } from './workspace.js';

const roots = [
  ...packages.map((name) => `packages/${name}/src`),
  'apps/playground/src',
  'apps/playground/page/src',
];

/** Imports that still go up a floor. These numbers only shrink. */
const known: Readonly<Record<string, number>> = {
  'apps/playground/page/src': 9,
};

describe('knotsOf', () => {
  it('finds no circle where imports run down, files of one room and below another folder left out', () => {
    const down = [
      ['src/a/one.ts', 'src/b/two.ts'],
      ['src/b/two.ts', 'src/ground.ts'],
      ['src/a/one.ts', 'src/a/three.ts'],
      ['src/a/three.ts', 'src/a/one.ts'],
    ] as const;
    expect(knotsOf('src', down)).toEqual([]);
  });

  it('finds a circle through a file of the root, and draws the import that goes up', () => {
    const knots = knotsOf('src', [
      ['src/a/one.ts', 'src/middle.ts'],
      ['src/a/two.ts', 'src/middle.ts'],
      ['src/middle.ts', 'src/b/three.ts'],
      ['src/middle.ts', 'src/b/four.ts'],
      ['src/b/three.ts', 'src/a/one.ts'],
      ['src/index.ts', 'src/a/one.ts'],
    ]);
    expect(knots.map(drawKnot)).toEqual([
      'src, floors from the top down: a > middle.ts > b\n  src/b/three.ts imports src/a/one.ts',
    ]);
  });
});

describe('the floors of folders, types included', () => {
  it.each(roots)('let no folder of %s import another in a circle', (root) => {
    const knots = knotsBelow(root);
    const up = knots.flatMap((knot) => knot.up).length;
    expect(up, `\n${knots.map(drawKnot).join('\n')}\n`).toBe(known[root] ?? 0);
  });
});
