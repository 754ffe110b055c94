import { describe, expect, it } from 'vitest';

import { filesBelow, packages, read, sourcesOf } from './workspace.js';

const lines = (path: string): number => read(path).split('\n').length;

describe('source files', () => {
  it('have 300 lines at the most', () => {
    const sources = [
      ...packages.flatMap(sourcesOf),
      ...filesBelow('apps'),
      ...filesBelow('tooling'),
      ...filesBelow('examples'),
    ];
    const long = sources
      .filter((path) => /\.(ts|js|mjs|py)$/.test(path) && !path.includes('/fixtures/'))
      .filter((path) => lines(path) > 300)
      .map((path) => `${path}: ${lines(path)}`);
    expect(long).toEqual([]);
  });

  it.each(packages)('have a median under 120 lines in %s', (name) => {
    const sizes = sourcesOf(name)
      .map(lines)
      .sort((a, b) => a - b);
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(120);
  });
});
