import { existsSync, statSync } from 'node:fs';
import { posix } from 'node:path';

import { slugOf } from '@rlm/config/slug';
import { expect, it } from 'vitest';

import { pages, proseOf } from './pages.js';
import { root } from './workspace.js';

const anchors = new Map<string, ReadonlySet<string>>();

function anchorsOf(page: string): ReadonlySet<string> {
  const known = anchors.get(page);
  if (known !== undefined) return known;
  const seen = new Map<string, number>();
  const found = [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => {
    const slug = slugOf(heading);
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
  anchors.set(page, new Set(found));
  return new Set(found);
}

function faultsOf(page: string): string[] {
  const links = proseOf(page).matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)/g);
  return [...links].flatMap(([link, path = '', anchor]) => {
    const target = path === '' ? page : posix.join(posix.dirname(page), path).replace(/\/$/, '');
    if (!existsSync(root + target)) return [`${link}: there is no ${target}`];
    if (anchor === undefined) return [];
    const isFolder = statSync(root + target).isDirectory();
    const file = isFolder ? `${target}/README.md` : target;
    return anchorsOf(file).has(anchor) ? [] : [`${link}: ${file} has no such heading`];
  });
}

it.each(pages)('%s links to files and headings that are there', (page) => {
  expect(faultsOf(page)).toEqual([]);
});
