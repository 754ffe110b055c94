import { existsSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';

import GithubSlugger from 'github-slugger';
import { globSync } from 'tinyglobby';
import { expect, it } from 'vitest';

import { root } from './workspace.js';

/** Every page for readers, by its path from the root. */
const pages = globSync(['*.md', '{docs,packages,apps,examples}/**/*.md'], {
  cwd: root,
  ignore: ['**/node_modules/**', '**/CHANGELOG.md', '**/{dist,fixtures,reports}/**'],
  followSymbolicLinks: false,
}).sort();

/** A page without its code. */
const proseOf = (page: string): string =>
  readFileSync(root + page, 'utf8')
    .replaceAll(/^ *(`{3,})[^]*?^ *\1 *$/gm, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()|]/g, ''));

/** The anchors of a page's headings, as forges and the site make them. */
function anchorsOf(page: string): readonly string[] {
  const slugger = new GithubSlugger();
  const headings = [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) => slugger.slug(heading.replaceAll(/\]\([^)]*\)/g, '').trim()));
}

function faultsOf(page: string): string[] {
  const links = proseOf(page).matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)/g);
  return [...links].flatMap(([link, path = '', anchor]) => {
    const target = path === '' ? page : posix.join(posix.dirname(page), path).replace(/\/$/, '');
    if (!existsSync(root + target)) return [`${link}: there is no ${target}`];
    if (anchor === undefined) return [];
    const file = statSync(root + target).isDirectory() ? `${target}/README.md` : target;
    return anchorsOf(file).includes(anchor) ? [] : [`${link}: ${file} has no such heading`];
  });
}

it.each(pages)('%s links to files and headings that are there', (page) => {
  expect(faultsOf(page)).toEqual([]);
});
