import { describe, expect, it } from 'vitest';

import { read } from './workspace.js';

const guest = read('packages/sandbox/src/python/forgotten_imports.py');
const hints = read('packages/runner/src/turn/words/python.ts');

/** The parts of a text that a pattern finds, as one sorted list of words. */
function words(text: string, pattern: RegExp): readonly string[] {
  const [, found = ''] = pattern.exec(text) ?? [];
  return found
    .split(/[^\w]+/)
    .filter(Boolean)
    .sort();
}

/** `collections: Counter defaultdict`, a module a line. */
function members(text: string, pattern: RegExp): readonly string[] {
  const [, found = ''] = pattern.exec(text) ?? [];
  return [...found.matchAll(/(\w+)["']?: ["']([\w ]+)["']/g)].map(
    ([, module = '', names = '']) => `${module}: ${names}`,
  );
}

describe('the names of the standard library that models forget to import', () => {
  it('are modules that the guest imports and the hints name alike', () => {
    const known = words(guest, /_modules_often_forgotten = \(([^)]*)\)/);
    expect(known.length).toBeGreaterThan(20);
    // The guest finds out which of the two `datetime` a cell means.
    expect(words(hints, /const modules =\s*\/\^\(\?:([^)]*)\)/)).toEqual(
      [...known, 'datetime'].sort(),
    );
  });

  it('are members of modules that both know alike', () => {
    const known = members(guest, /_forgotten_from = \{([^}]*)\}/);
    expect(known.length).toBeGreaterThan(5);
    // A `chain` may as well be a variable of a block that failed: that one is named, and not imported.
    const named = members(hints, /const members[^{]*\{([^}]*)\}/);
    expect(named.map((line) => line.replace(' chain', ''))).toEqual(known);
  });
});
