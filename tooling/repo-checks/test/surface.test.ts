import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { exportsOf, isInternal } from './entries.js';
import { packages } from './workspace.js';

/**
 * The functions, classes and constants that the public entries of a package export. Whoever adds one raises the number of the package,
 * and says in the change why users need it; whoever removes one lowers it. They are at most 160 in all, the stages of `@rlm/files` (20), `fileContext`
 * (texts that fit in no string), 3 of the later package `mcp` and `canTransition`, a name of the seed vectors, and the factories of ten policies, if what two packages export is counted once. Types are not counted: a signature
 * needs a name for each (`named-types.test.ts`).
 */
const known: Readonly<Record<string, number>> = {
  files: 22,
  journal: 18,
  kernel: 24,
  mcp: 3,
  'penguin-engine': 26,
  policies: 44,
  'repl-types': 19,
  runner: 21,
  sandbox: 11,
  termination: 21,
  ui: 2,
};

describe('the exported names', () => {
  const exports = exportsOf(packages).exports.filter(({ entry }) => !isInternal(entry));

  it.each(packages)('of %s are the number of values that is noted here', (name) => {
    const values = exports.filter(
      ({ entry, symbol }) =>
        entry.split('/')[1] === name && (symbol.flags & ts.SymbolFlags.Value) !== 0,
    );
    const names = new Map(values.map(({ symbol, name: exported }) => [symbol, exported]));
    const hint = `Set the number of ${name} in surface.test.ts. It exports: ${[...names.values()].sort().join(', ')}`;
    expect(names.size, hint).toBe(known[name]);
  });

  it('are at most 197 in all packages', () => {
    const values = exports.filter(({ symbol }) => (symbol.flags & ts.SymbolFlags.Value) !== 0);
    expect(new Set(values.map(({ symbol }) => symbol)).size).toBeLessThanOrEqual(197);
  });

  // The root of `@rlm/policies` has the factory of every policy, and `/guard` has what belongs to the guard.
  it('come from one entry of their package', () => {
    const places = new Map<string, string[]>();
    for (const { entry, name } of exports) {
      const [, owner = ''] = entry.split('/');
      const key = `${owner}: ${name}`;
      places.set(key, [...(places.get(key) ?? []), entry]);
    }
    const twice = [...places].filter(
      ([, entries]) => entries.length > 1 && !entries.includes('@rlm/policies/guard'),
    );
    expect(twice).toEqual([]);
  });
});
