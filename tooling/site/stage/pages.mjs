import { existsSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * A page of the site.
 *
 * @typedef {object} Page
 * @property {string} source Its file, from the root of the repository.
 * @property {string} page Its file on the site: `guides/budgets.md`.
 */

const namesIn = (folder) =>
  existsSync(root + folder) ? readdirSync(root + folder, { withFileTypes: true }) : [];

const markdownIn = (folder) =>
  namesIn(folder).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return markdownIn(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });

/** A README is the first page of its folder. */
const asIndex = (path) => path.replace(/README\.md$/, 'index.md');

const readmesOf = (folder, place) =>
  namesIn(folder)
    .filter(
      (entry) => entry.isDirectory() && existsSync(`${root}${folder}/${entry.name}/README.md`),
    )
    .map(({ name }) => ({ source: `${folder}/${name}/README.md`, page: `${place}/${name}.md` }));

/** The pages below `docs/` of each package, beside the one of its README. */
const docsOf = (folder, place) =>
  namesIn(folder).flatMap(({ name }) =>
    markdownIn(`${folder}/${name}/docs`).map((source) => ({
      source,
      page: `${place}/${name}/${posix.basename(source)}`,
    })),
  );

/**
 * The pages that are written by hand. `docs/errors.md` is left out: it becomes a page for each code.
 *
 * @returns {Page[]}
 */
export function listPages() {
  return [
    ...markdownIn('docs')
      .filter((source) => source !== 'docs/errors.md')
      .map((source) => ({ source, page: asIndex(source.slice('docs/'.length)) })),
    ...readmesOf('packages', 'packages'),
    ...docsOf('packages', 'packages'),
    ...readmesOf('apps', 'packages'),
    ...readmesOf('examples', 'examples'),
    { source: 'CONTRIBUTING.md', page: 'contributing.md' },
    { source: 'SECURITY.md', page: 'report-a-vulnerability.md' },
  ];
}
