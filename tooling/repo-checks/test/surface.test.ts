import { describe, expect, it } from 'vitest';

import { exportsOf } from './entries.js';
import { packages } from './workspace.js';

/** The most names that all entries may export together. */
const mostNames = 277;

/** Entries that packages of this repository share, and nobody else should use. */
const isInternal = (entry: string): boolean => entry.endsWith('/internal');

describe('the exported names', () => {
  const { exports } = exportsOf(packages);

  it(`are fewer than ${mostNames} in all, those for our own packages aside`, () => {
    const names = new Set(exports.filter(({ entry }) => !isInternal(entry)).map((one) => one.name));
    expect(names.size).toBeLessThan(mostNames);
  });

  // An `/internal` entry may name again what our own packages need at once: they do not import a root entry, since a bundler may put
  // whatever that names into a program's first file.
  it('stand in one entry of their package', () => {
    const places = new Map<string, string[]>();
    for (const { entry, name } of exports.filter((one) => !isInternal(one.entry))) {
      const [, owner = ''] = entry.split('/');
      const key = `${owner}: ${name}`;
      places.set(key, [...(places.get(key) ?? []), entry]);
    }
    const twice = [...places].filter(([, entries]) => entries.length > 1);
    expect(twice).toEqual([]);
  });
});
