import { describe, expect, it } from 'vitest';

import { exportsOf } from './entries.js';
import { packages } from './workspace.js';

describe('docstrings', () => {
  it.each(packages)('say of every export of %s what it is', (name) => {
    const { exports, checker } = exportsOf([name]);
    const undocumented = exports.filter(
      ({ symbol }) => symbol.getDocumentationComment(checker).length === 0,
    );
    expect(undocumented.map((each) => each.name)).toEqual([]);
  });
});
