import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { exportsOf, isInternal } from './entries.js';
import { packages } from './workspace.js';

/**
 * The most functions, classes and constants that all public entries may export together. The aim is 160: lower it with each one that
 * goes. Types are not counted: a signature needs a name for each (`named-types.test.ts`).
 */
const mostValues = 180;

describe('the exported names', () => {
  const exports = exportsOf(packages).exports.filter(({ entry }) => !isInternal(entry));

  it(`are at most ${mostValues} values`, () => {
    const values = exports.filter(({ symbol }) => (symbol.flags & ts.SymbolFlags.Value) !== 0);
    expect(new Set(values.map(({ symbol }) => symbol)).size).toBeLessThanOrEqual(mostValues);
  });

  // An `/internal` entry may name again what our own packages need at once: they do not import a root entry, since a bundler may put
  // whatever that names into a program's first file.
  it('come from one entry of their package', () => {
    const places = new Map<string, string[]>();
    for (const { entry, name } of exports) {
      const [, owner = ''] = entry.split('/');
      const key = `${owner}: ${name}`;
      places.set(key, [...(places.get(key) ?? []), entry]);
    }
    const twice = [...places].filter(([, entries]) => entries.length > 1);
    expect(twice).toEqual([]);
  });
});
