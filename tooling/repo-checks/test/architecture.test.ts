import { describe, expect, it } from 'vitest';

import { packages, read, sourcesOf } from './workspace.js';

/** The files that the drawings of docs/architecture.md name, hop by hop. */
const hops = [...read('docs/architecture.md').matchAll(/^```text\n(.*?)^```/gms)].flatMap(
  ([drawing]) => drawing.match(/[\w/-]+\.ts\b/g) ?? [],
);
const sources = packages.flatMap(sourcesOf);

describe('the ways in docs/architecture.md', () => {
  it('have hops', () => {
    expect(hops.length).toBeGreaterThan(30);
  });

  it.each([...new Set(hops)])('go by files that are there: %s', (hop) => {
    expect(sources.some((path) => path.endsWith(`/${hop}`))).toBe(true);
  });
});
