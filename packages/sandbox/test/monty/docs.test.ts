import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { conformanceGaps } from './support/conformance-gaps.js';

describe('the page of monty()', () => {
  it('prints every gap with its reason', async () => {
    const page = await readFile(
      new URL('../../../../docs/sandbox/monty.md', import.meta.url),
      'utf8',
    );
    const rows = Object.entries(conformanceGaps).map(
      ([name, reason]) => `| \`${name}\` | ${reason} |`,
    );
    const cells = page.replace(/ +\|/g, ' |');
    expect(rows.filter((row) => !cells.includes(row))).toEqual([]);
  });
});
