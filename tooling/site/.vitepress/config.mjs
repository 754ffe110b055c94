import { readFileSync, readdirSync } from 'node:fs';

import { slugOf } from '@rlm/config/slug';
import { defineConfig } from 'vitepress';

import { sections } from '../sections.mjs';
import { headOf } from '../stage/llms.mjs';
import { pagesBelow, pagesOf, staged } from '../stage/stage.mjs';

const names = new Set(
  readdirSync(staged, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md') && !path.startsWith('public/')),
);

const linkOf = (page) => `/${page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;

const readPage = (page) => readFileSync(staged + page, 'utf8');

const textOf = (page) => {
  const { title } = headOf(readPage(page));
  return title === '' ? page : title.replaceAll('\\', '');
};

/** The public entries of each package, as TypeDoc wrote them; its `index-1` is the root entry. */
const reference = [...names]
  .filter((page) => page.startsWith('reference/@rlm/') && !/internal|late|\/index\.md$/.test(page))
  .sort()
  .map((page) => ({
    text: page.replace('reference/', '').replace('/index-1', '').replace('.md', ''),
    link: linkOf(page),
  }));

const itemOf = (page) => ({ text: textOf(page), link: linkOf(page) });

/** The pages of a section; those below a page are folded away until it is read. */
const itemsOf = (section) => {
  const pages = pagesOf(section, names, readPage);
  const below = new Map(pages.map((page) => [page, pagesBelow(page, names, readPage)]));
  const nested = new Set([...below.values()].flat());
  return pages
    .filter((page) => !nested.has(page))
    .map((page) => ({
      ...itemOf(page),
      ...(below.get(page).length > 0 && { collapsed: true, items: below.get(page).map(itemOf) }),
    }));
};

/** Sections with many pages have a sidebar of their own; in the others they are one link. */
const long = sections.filter(({ isLong }) => isLong);
const sidebar = Object.fromEntries(
  long.map((section) => [
    `/${section.folder}/`,
    [
      {
        text: section.text,
        items: [...itemsOf(section), ...(section.folder === 'reference' ? reference : [])],
      },
    ],
  ]),
);
sidebar['/'] = [
  ...sections
    .filter(({ isLong }) => !isLong)
    .map((section) => ({ text: section.text, items: itemsOf(section) }))
    .filter(({ items }) => items.length > 0),
  {
    text: 'Look up',
    items: long.map(({ text, folder }) => ({ text, link: `/${folder}/` })),
  },
];

export default defineConfig({
  srcDir: 'pages',
  srcExclude: ['public/**'],
  outDir: 'dist',
  title: 'RLM for TypeScript',
  description: 'Recursive Language Models and agent loops for TypeScript.',
  lang: 'en',
  cleanUrls: true,
  lastUpdated: false,
  // The theme's home page has no landmark of its own.
  transformHtml: (html) =>
    html.replace('class="VPContent is-home"', 'class="VPContent is-home" role="main"'),
  // Text of the repository has no HTML of its own: `<id>` is text.
  markdown: {
    html: false,
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/start/' },
      { text: 'Guides', link: '/guides/budgets' },
      { text: 'Errors', link: '/errors/' },
      { text: 'API', link: '/reference/' },
    ],
    sidebar,
    outline: { level: [2, 3] },
    search: { provider: 'local' },
  },
});
