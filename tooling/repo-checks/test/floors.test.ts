import { describe, expect, it } from 'vitest';

import { drawFloors, drawKnot, floorsOf, knotsBelow, knotsOf } from './floors.js';
import { packages, read } from './workspace.js';

const roots = [
  ...packages.map((name) => `packages/${name}/src`),
  'apps/playground/src',
  'apps/playground/page/src',
];

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

describe('floorsOf', () => {
  it('puts each folder above all that it imports, through files of the root too', () => {
    expect(
      floorsOf('src', [
        ['src/top/one.ts', 'src/middle.ts'],
        ['src/middle.ts', 'src/b/two.ts'],
        ['src/middle.ts', 'src/a/three.ts'],
        ['src/b/two.ts', 'src/b/four.ts'],
      ]),
    ).toEqual(['top', 'a, b']);
  });
});

describe('the floors of folders, types included', () => {
  it.each(roots)('let no folder of %s import another in a circle', (root) => {
    const knots = knotsBelow(root);
    const up = knots.flatMap((knot) => knot.up).length;
    expect(up, `\n${knots.map(drawKnot).join('\n')}\n`).toBe(0);
  });

  it('are drawn in docs/architecture.md as they are', () => {
    const page = read('docs/architecture.md');
    const [, drawn] = /\n## Floors\n[^]*?```text\n([^]*?)\n```\n/.exec(page) ?? [];
    const floors = roots.map(drawFloors).filter((drawing) => /\n {2}./.test(drawing));
    expect(drawn, 'Copy the floors below into docs/architecture.md').toBe(floors.join('\n'));
  });
});
