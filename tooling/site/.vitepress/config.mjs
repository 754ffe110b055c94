import { slug } from 'github-slugger';
import { globSync } from 'tinyglobby';
import { defineConfig } from 'vitepress';

import { titleOf, writeLlms } from '../llms.mjs';
import { forge, linkOf, linkPages, pageOf, root } from './link-pages.mjs';

/** The pages are not below this package, and import its Vue. */
const vue = {
  name: 'vue-of-the-site',
  enforce: 'pre',
  resolveId: (id, _, { ssr }) =>
    ssr && /^vue(\/server-renderer)?$/.test(id) ? { id, external: true } : undefined,
};

const filesOf = (pattern) => globSync(pattern, { cwd: root, ignore: '**/node_modules/**' }).sort();
const itemOf = (file) => ({ text: titleOf(file), link: linkOf(file) });

/** A part of the sidebar and of llms.txt: the pages of a folder, those that are named before the others. */
function group(text, pattern, first = []) {
  const files = filesOf(pattern);
  const named = first.map((name) => files.find((file) => file.endsWith(`/${name}.md`)));
  return { text, files: [...new Set([...named, ...files])] };
}

/** What llms.txt lists. */
const forReaders = [
  group('Start', 'docs/start/*.md', ['README', 'ask', 'limit', 'type', 'keep', 'watch', 'test']),
  group('Concepts', 'docs/concepts/*.md', ['README', 'endings', 'steps']),
  group('Guides', 'docs/guides/*.md'),
  group('Platforms', 'docs/platforms/*.md'),
  group('Examples', 'examples/{,*/}README.md'),
  group('Coming from', 'docs/{migrate,compare}/*.md'),
  group('Packages', '{packages/*/{README,docs/*},apps/playground/README}.md'),
  group('Sandbox backends', 'docs/sandbox/*.md'),
  group('In depth', 'docs/[!i]*.md'),
];
const forContributors = group('Contributing', '{CONTRIBUTING,SECURITY,docs/decisions/*}.md');

/** A group in the sidebar. The pages of a package are below its README. */
function sidebarOf({ text, files }) {
  const isBelow = (file) => /^packages\/.*\/docs\//.test(file);
  const items = files
    .filter((file) => !isBelow(file))
    .map((file) => {
      const pages = files.filter(
        (each) => isBelow(each) && each.startsWith(file.replace('README.md', '')),
      );
      return {
        ...itemOf(file),
        ...(pages.length > 0 && { collapsed: true, items: pages.map(itemOf) }),
      };
    });
  return { text, items };
}

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
  buildEnd: ({ outDir }) => writeLlms(outDir, forReaders),
  markdown: {
    // Text of the repository has no HTML of its own: `<id>` is text.
    html: false,
    anchor: { slugify: slug },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: {
    plugins: [vue, linkPages],
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
      '/': [...forReaders, forContributors].map(sidebarOf),
    },
    editLink: { pattern: `${forge}/blob/main/:path`, text: 'This page in the repository' },
    outline: { level: [2, 3] },
    search: { provider: 'local' },
  },
});
