import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

import { globSync } from 'tinyglobby';

/** The root of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const forge = 'https://github.com/rlm-ts/rlm';

/** Where a file of the repository is on the site; undefined if it is no page. */
export function pageOf(file) {
  const places = [
    [/^docs\//, ''],
    [/^packages\/([\w-]+)\/(?:docs\/(?=[^/]+$)|(?=README\.md$))/, 'packages/$1/'],
    [/^apps\/playground\/(?=README\.md$)/, 'packages/playground/'],
    [/^examples\/((?:[\w-]+\/)?)(?=README\.md$)/, 'examples/$1'],
    [/^tooling\/site\/reference\//, 'reference/'],
    [/^CONTRIBUTING\.md$/, 'contributing.md'],
    [/^SECURITY\.md$/, 'report-a-vulnerability.md'],
  ];
  const place = places.find(([pattern]) => pattern.test(file) && file.endsWith('.md'));
  return place && file.replace(...place).replace(/README\.md$/, 'index.md');
}

/** How a page is linked to on the site. */
export const linkOf = (file) => `/${pageOf(file).replace(/(index)?\.md$/, '')}`;

/** The files of an example, which its page shows; empty if the folder is of other pages. */
function sourceOf(folder) {
  if (!/^examples\/[\w-]+$/.test(folder)) return '';
  const cwd = root + folder;
  const ignore = ['**/{node_modules,.next}/**', '**/next-env.d.ts'];
  const files = globSync('**/*.{ts,tsx,mjs,html}', { cwd, ignore }).sort();
  const fence = '````';
  const parts = files.map((file) => {
    const code = readFileSync(`${cwd}/${file}`, 'utf8');
    return `\n## \`${file}\`\n\n${fence}${posix.extname(file).replace(/^\.m?/, '')}\n${code}${fence}\n`;
  });
  return parts.join('');
}

/**
 * A page's text, whose links between files of the repository lead to pages. What is no page is shown by the forge.
 * That of an example ends with its program.
 */
export function linkText(text, folder, linkTo) {
  const fenceOrLink =
    /^ *(`{3,})[^]*?^ *\1 *$|\]\((?![#/]|\w+:|[^)]*\.(?:png|svg)\))([^)\s#]+)(#[^)\s]*)?\)/gm;
  const linked = text.replaceAll(fenceOrLink, (whole, _fence, path, hash = '') => {
    if (path === undefined) return whole;
    const file = posix.join(folder, path).replace(/\/$/, '');
    const page = [file, `${file}/README.md`].find(pageOf);
    if (page !== undefined) return `](${linkTo(page)}${hash})`;
    return existsSync(root + file) ? `](${forge}/blob/main/${file}${hash})` : whole;
  });
  return linked + sourceOf(folder);
}

export const linkPages = {
  name: 'link-pages',
  enforce: 'pre',
  transform(text, id) {
    if (!id.endsWith('.md')) return undefined;
    return linkText(text, posix.dirname(posix.relative(root, id)), linkOf);
  },
};
