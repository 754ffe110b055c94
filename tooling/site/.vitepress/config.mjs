import { readFileSync, readdirSync } from 'node:fs';

import { defineConfig } from 'vitepress';

import { sections } from '../sections.mjs';
import { headOf } from '../stage/llms.mjs';
import { slugOf } from '../stage/slug.mjs';
import { pagesOf, staged } from '../stage/stage.mjs';

const names = new Set(
  readdirSync(staged, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md') && !path.startsWith('public/')),
);

const linkOf = (page) => `/${page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;

const textOf = (page) => {
  const { title } = headOf(readFileSync(staged + page, 'utf8'));
  return title === '' ? page : title.replaceAll('\\', '');
};

const sidebar = sections.flatMap((section) => {
  const items = pagesOf(section, names).map((page) => ({ text: textOf(page), link: linkOf(page) }));
  if (items.length === 0) return [];
  return [{ text: section.text, items, collapsed: section.collapsed ?? false }];
});

export default defineConfig({
  srcDir: 'pages',
  srcExclude: ['public/**'],
  outDir: 'dist',
  title: 'RLM for TypeScript',
  description: 'Recursive Language Models and agent loops for TypeScript.',
  lang: 'en',
  cleanUrls: true,
  lastUpdated: false,
  markdown: { anchor: { slugify: slugOf } },
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
