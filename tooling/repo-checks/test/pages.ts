import { existsSync } from 'node:fs';

import { filesBelow, read, root } from './workspace.js';

const isMarkdown = (path: string): boolean => path.endsWith('.md');
const isShown = (path: string): boolean =>
  !/node_modules|CHANGELOG|\/(dist|fixtures|pages|reports)\//.test(path);

/** Every page for readers, by its path from the root. */
export const pages: readonly string[] = [
  ...['README.md', 'CODE_OF_CONDUCT.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['docs', 'packages', 'apps', 'examples', 'skills']
    .filter((folder) => existsSync(root + folder))
    .flatMap((folder) => filesBelow(folder)),
]
  .filter(isMarkdown)
  .filter(isShown);

/** A page without its code. */
export const proseOf = (page: string): string =>
  read(page)
    .replaceAll(/^ *(`{3,})[^]*?^ *\1 *$/gm, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()|]/g, ''));
