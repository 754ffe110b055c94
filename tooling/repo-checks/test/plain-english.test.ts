import { describe, expect, it } from 'vitest';

import { areas, findPhrases } from './plain-english.js';

/** Phrases that are still there. These numbers only shrink. */
const known: Readonly<Record<string, number>> = {
  'packages/journal': 0,
  'packages/kernel': 0,
  'packages/penguin-engine': 0,
  'packages/policies': 0,
  'packages/repl-types': 0,
  'packages/runner': 0,
  'packages/sandbox': 0,
  'packages/termination': 0,
  'apps/playground': 0,
  docs: 0,
  '.changeset': 0,
};

describe('findPhrases', () => {
  it.each([
    ['The value that stands in the journal.', 'stands → is'],
    ['Undefined where it was never set.', 'Undefined where → if'],
    ['Of two replies, where there is one, the last counts.', 'where there is → if'],
    ['Somebody is told of it anew.', 'told of'],
  ])('finds %j', (text, expected) => {
    expect(findPhrases('a.ts', text)[0]).toContain(`a.ts:1  ${expected}`);
  });

  it.each([
    '`n` stands for the number of bytes, and is understood by standalone programs.',
    'The folder where runs are kept.',
    'Returns null if the run failed.',
    'Guests run as the user `nobody`.',
    'update run set owner = null where id = ?',
  ])('finds nothing in %j', (text) => {
    expect(findPhrases('a.ts', text)).toEqual([]);
  });
});

describe('texts in plain English', () => {
  it.each(Object.entries(areas))('have no more phrases of a translation in %s', (name, files) => {
    const found = files().flatMap((path) => findPhrases(path));
    expect(found.length, `\n${found.join('\n')}\n`).toBeLessThanOrEqual(known[name] ?? 0);
  });
});
