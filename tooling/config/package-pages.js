/** The pages of a package: its README, and those below `docs/`, which its tarball carries too. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Each page by its path from the root of the repository, the README first.
 *
 * @param {string} name The folder of the package: `runner`.
 * @returns {string[]}
 */
export function pagesOfPackage(name) {
  const folder = `packages/${name}`;
  const docs = existsSync(`${root}${folder}/docs`) ? readdirSync(`${root}${folder}/docs`) : [];
  const pages = docs.filter((file) => file.endsWith('.md')).sort();
  return [`${folder}/README.md`, ...pages.map((file) => `${folder}/docs/${file}`)];
}

/**
 * The text of all pages.
 *
 * @param {string} name
 */
export const textOfPackage = (name) => pagesOfPackage(name).map(read).join('\n');

/**
 * What is below a heading of the second level, which one page has; a text without it or with two of it is refused.
 *
 * @param {string} name
 * @param {string} heading
 */
export function sectionOfPackage(name, heading) {
  const found = pagesOfPackage(name).flatMap((page) => {
    const [, ...sections] = `\n${read(page)}`.split(`\n## ${heading}\n`);
    return sections.map((text) => text.split('\n## ')[0] ?? '');
  });
  if (found.length !== 1) {
    throw new Error(`@rlm/${name}: ${found.length} sections "${heading}", not one`);
  }
  return found[0] ?? '';
}

/**
 * How many words a text has beside its blocks of code. Those of tables count.
 *
 * @param {string} text
 */
export const wordsBesideCode = (text) =>
  text
    .replaceAll(/^( *)(`{3,})[^\n]*\n[^]*?^\1\2 *$/gm, '')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** @param {string} page */
const read = (page) => readFileSync(root + page, 'utf8');
