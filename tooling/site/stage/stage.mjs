import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { sections } from '../sections.mjs';
import { errorIndex, errorPage, readErrors } from './errors.mjs';
import { withPrograms } from './examples.mjs';
import { linkPages } from './links.mjs';
import { headOf, llmsFullText, llmsText } from './llms.mjs';
import { listPages, root } from './pages.mjs';

/** The folder that VitePress builds from. */
export const staged = fileURLToPath(new URL('../pages/', import.meta.url));

/** Writes every page to `pages/`, with links between pages, but for the API reference, which stays as it is. */
export function stage() {
  const pages = listPages();
  const errors = readErrors();
  const pageOf = new Map(pages.map(({ source, page }) => [source, page]));
  pageOf.set('docs/errors.md', 'errors/index.md');
  const written = new Map(
    pages.map((page) => [
      page.page,
      withPrograms(page.source, linkPages(readFileSync(root + page.source, 'utf8'), page, pageOf)),
    ]),
  );
  const from = { source: 'docs/errors.md', page: 'errors/index.md' };
  const introduction = readFileSync(`${root}docs/errors.md`, 'utf8')
    .split(/^## /m)[0]
    .replace(/^# .*$/m, '')
    .trim();
  written.set(from.page, linkPages(errorIndex(introduction, errors), from, pageOf));
  for (const error of errors) {
    written.set(`errors/${error.code}.md`, linkPages(errorPage(error), from, pageOf));
  }
  clear();
  for (const [page, text] of written) write(page, text);
  // For the pages, and for their Markdown, which is served as it is.
  for (const folder of ['images', 'public/images']) {
    cpSync(`${root}docs/images`, staged + folder, { recursive: true });
  }
  writeTexts(written);
}

/**
 * The pages of a section: those that it names, then the others of its folder. A page is followed by those below it.
 * `textOf` gives the text of a page.
 */
export function pagesOf({ folder, pages = [] }, names, textOf) {
  const inFolder = (name) => (folder === undefined ? name : `${folder}/${name}`);
  const named = ['index', ...pages].map((name) => `${inFolder(name)}.md`);
  const others =
    folder === undefined ? [] : [...names].filter((page) => dirname(page) === folder).sort();
  const all = folder === undefined ? named.slice(1) : [...named, ...others];
  const present = [...new Set(all)].filter((page) => names.has(page));
  return present.flatMap((page) => [page, ...pagesBelow(page, names, textOf)]);
}

/** The pages below a page, in the order of its list of links: `packages/runner/limits.md` of `packages/runner.md`. */
export function pagesBelow(page, names, textOf) {
  const below = [...names].filter((other) => dirname(other) === page.replace(/\.md$/, '')).sort();
  if (below.length === 0) return below;
  const text = textOf(page);
  const place = (other) => text.lastIndexOf(`/${basename(other)})`);
  return below.sort((a, b) => place(a) - place(b));
}

function clear() {
  mkdirSync(staged, { recursive: true });
  for (const name of readdirSync(staged)) {
    if (name !== 'reference') rmSync(staged + name, { recursive: true });
  }
}

function write(page, text) {
  mkdirSync(dirname(staged + page), { recursive: true });
  writeFileSync(staged + page, text);
}

/** `llms.txt` and `llms-full.txt`, and each page as Markdown beside its HTML. */
function writeTexts(written) {
  const names = new Set(written.keys());
  const listed = sections.map((section) => ({
    ...section,
    pages: pagesOf(section, names, (page) => written.get(page)).map((page) => ({
      page,
      content: written.get(page),
    })),
  }));
  const { title, summary } = headOf(readFileSync(`${root}README.md`, 'utf8'));
  const site = { title, summary, sections: listed.filter(({ pages }) => pages.length > 0) };
  const full = { ...site, sections: site.sections.filter((section) => section.full) };
  for (const [page, text] of written) write(`public/${page}`, text);
  write('public/llms.txt', llmsText(site));
  write('public/llms-full.txt', llmsFullText(full));
}

export const hasReference = () => existsSync(`${staged}reference/index.md`);
