import { readFileSync } from 'node:fs';

import { slug } from 'github-slugger';
import { globSync } from 'tinyglobby';
import { defineConfig } from 'vitepress';
import llmstxt from 'vitepress-plugin-llms';

import { forge, linkOf, linkPages, pageOf, root } from './link-pages.mjs';

/** The pages are not below this package, and import its Vue. */
const vue = {
  name: 'vue-of-the-site',
  enforce: 'pre',
  resolveId: (id, _, { ssr }) =>
    ssr && /^vue(\/server-renderer)?$/.test(id) ? { id, external: true } : undefined,
};

const filesOf = (pattern) => globSync(pattern, { cwd: root, ignore: '**/node_modules/**' }).sort();
const titleOf = (file) =>
  /^# (.+)$/m.exec(readFileSync(root + file, 'utf8'))?.[1].replaceAll(/[`\\]/g, '') ?? file;
const itemOf = (file) => ({ text: titleOf(file), link: linkOf(file) });

/** A part of the sidebar: the pages of a folder, those that are named before the others. */
function group(text, pattern, first = []) {
  const files = filesOf(pattern);
  const named = first.map((name) => files.find((file) => file.endsWith(`/${name}.md`)));
  return { text, items: [...new Set([...named, ...files])].map(itemOf) };
}

/** What an assistant that writes a program need not read. */
const notes = ['docs/decisions/*', 'tooling/**', '{CONTRIBUTING,SECURITY}.md'];

const packages = filesOf('{packages/*,apps/playground}/README.md').map((readme) => ({
  ...itemOf(readme),
  collapsed: true,
  items: filesOf(readme.replace('README.md', 'docs/*.md')).map(itemOf),
}));

/** The entries of the packages, as TypeDoc wrote them; `index-1` is the root entry of a package with several. */
const reference = filesOf('tooling/site/reference/@rlm/**/!(index).md').map((file) => ({
  text: file.replace(/^.*reference\/|(\/index-1)?\.md$/g, ''),
  link: linkOf(file),
}));

export default defineConfig({
  srcDir: '../..',
  srcExclude: [
    '**/CHANGELOG.md',
    'docs/parts/*',
    '{README,CODE_OF_CONDUCT,packages/*/THIRD-PARTY-NOTICES}.md',
    '{skills,packages/*/!(docs),apps/*/*,examples/*/*,tooling/!(site)}/**/*.md',
  ],
  rewrites: (file) => pageOf(file) ?? file,
  outDir: 'dist',
  title: 'RLM for TypeScript',
  description: 'Recursive Language Models and agent loops for TypeScript.',
  lang: 'en',
  cleanUrls: true,
  // The theme's home page has no landmark of its own.
  transformHtml: (html) =>
    html.replace('class="VPContent is-home"', 'class="VPContent is-home" role="main"'),
  markdown: {
    // Text of the repository has no HTML of its own: `<id>` is text.
    html: false,
    anchor: { slugify: slug },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: {
    plugins: [vue, linkPages, llmstxt({ ignoreFiles: notes })],
    optimizeDeps: { entries: [] },
  },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/start/' },
      { text: 'Guides', link: '/guides/' },
      { text: 'Errors', link: '/errors' },
      { text: 'API', link: '/reference/' },
    ],
    sidebar: {
      '/reference/': [{ text: 'API reference', link: '/reference/', items: reference }],
      '/': [
        group('Start', 'docs/start/*.md', [
          'README',
          'ask',
          'limit',
          'type',
          'keep',
          'watch',
          'test',
        ]),
        group('Concepts', 'docs/concepts/*.md', ['README', 'endings', 'steps']),
        group('Guides', 'docs/guides/*.md'),
        group('Platforms', 'docs/platforms/*.md'),
        group('Examples', 'examples/{,*/}README.md'),
        group('Coming from', 'docs/{migrate,compare}/*.md'),
        { text: 'Packages', items: packages },
        group('Sandbox backends', 'docs/sandbox/*.md'),
        group('In depth', '{docs/[!i]*,CONTRIBUTING,SECURITY}.md'),
        group('Decisions', 'docs/decisions/*.md'),
      ],
    },
    editLink: { pattern: `${forge}/blob/main/:path`, text: 'This page in the repository' },
    outline: { level: [2, 3] },
    search: { provider: 'local' },
  },
});
