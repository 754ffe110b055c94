import { pagesOfPackage } from '@rlm/config/package-pages';
import { describe, expect, it } from 'vitest';

import { filesBelow, packages, read } from './workspace.js';

const files = ['packages', 'apps', 'tooling'].flatMap(filesBelow);
const isThere = (named: string): boolean =>
  files.some((path) => path === named || path.endsWith(`/${named}`));

describe('the ways in docs/architecture.md', () => {
  /** The files that the drawings name, hop by hop. */
  const hops = [...read('docs/architecture.md').matchAll(/^```text\n(.*?)^```/gms)].flatMap(
    ([drawing]) => drawing.match(/[\w/-]+\.ts\b/g) ?? [],
  );

  it('have hops', () => {
    expect(hops.length).toBeGreaterThan(30);
  });

  it.each([...new Set(hops)])('go by files that are there: %s', (hop) => {
    expect(isThere(hop)).toBe(true);
  });
});

const pages = [
  'CONTRIBUTING.md',
  ...filesBelow('docs').filter((path) => path.endsWith('.md') && !path.includes('decisions')),
  ...packages.flatMap(pagesOfPackage),
];

it.each(pages)('%s names files that are there', (page) => {
  const named = [...read(page).matchAll(/`([\w/-]+(?:\.test)?\.(?:ts|mjs|py))`/g)];
  const missing = named.map(([, file = '']) => file).filter((file) => !isThere(file));
  expect(missing).toEqual([]);
});
