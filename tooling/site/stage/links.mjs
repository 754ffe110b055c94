import { existsSync, statSync } from 'node:fs';
import { posix } from 'node:path';

import { root } from './pages.mjs';

/** A link of Markdown, or an image. The label may have code in it. */
const link = /(!?)\[((?:[^\]\\]|\\.)*)\]\((?!https?:|mailto:|data:)([^)\s#]*)(#[^)\s]*)?\)/g;

/**
 * The links of a text of the repository, as links between pages. A file that is no page keeps its words only.
 *
 * @param {string} text
 * @param {import('./pages.mjs').Page} from
 * @param {ReadonlyMap<string, string>} pageOf The page of each source.
 */
export function linkPages(text, from, pageOf) {
  return text
    .split(/(^ *`{3,}[^]*?^ *`{3,} *$)/m)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(link, (whole, image, label, path, anchor = '') => {
            if (path === '') return whole;
            const target = posix.normalize(posix.join(posix.dirname(from.source), path));
            if (image !== '') return `![${label}](${toImage(target, from.page)})`;
            const page = pageOf.get(sourceOf(target));
            return page === undefined ? label : `[${label}](${relative(from.page, page)}${anchor})`;
          }),
    )
    .join('');
}

/** The file that a link to a folder means: its README. */
function sourceOf(target) {
  const path = target.replace(/\/$/, '');
  const isFolder = existsSync(root + path) && statSync(root + path).isDirectory();
  return isFolder ? `${path}/README.md` : path;
}

const relative = (from, to) => {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
};

const toImage = (target, page) => relative(page, target.replace(/^docs\//, ''));
