import { describe, expect, it } from 'vitest';

import { exportsOf } from './entries.js';
import { packages } from './workspace.js';

describe('docstrings', () => {
  const { exports, checker } = exportsOf(packages);
  it.each(packages)('say of every export of %s what it is', (name) => {
    const ofPackage = exports.filter(({ entry }) => entry.split('/')[1] === name);
    const undocumented = ofPackage.filter(
      ({ symbol }) => symbol.getDocumentationComment(checker).length === 0,
    );
    expect(ofPackage).not.toEqual([]);
    expect(undocumented.map((each) => each.name)).toEqual([]);
  });
});
