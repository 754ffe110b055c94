import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

import { loadOnce } from '@rlm/repl-types/internal';
import type { Ignore } from 'ignore';

const loadIgnore = /* @__PURE__ */ loadOnce(() => import('ignore'));

/** Tells which files git would leave out. */
export type IsIgnored = (path: string) => Promise<boolean>;

/**
 * Goes by the `.gitignore` files from the root of the repository down to a file; outside of a repository, and where git leaves out
 * `top` itself, by those of `top` and below: whoever names a folder wants it read. Paths are absolute.
 */
export function readGitignore(top: string): IsIgnored {
  const ofRepository = rulesFrom(rootOf(top) ?? top);
  let rules: Promise<Judge> | undefined;
  return async (path) => {
    rules ??= ofRepository(top, '/').then((isLeftOut) =>
      isLeftOut ? rulesFrom(top) : ofRepository,
    );
    return (await rules)(path, '');
  };
}

/** `/` at the end: the path is a folder. */
type Judge = (path: string, end: '' | '/') => Promise<boolean>;

function rulesFrom(root: string): Judge {
  const rules = new Map<string, Promise<Ignore | undefined>>();
  const verdicts = new Map<string, Promise<boolean>>();

  const rulesOf = (folder: string): Promise<Ignore | undefined> => {
    const found =
      rules.get(folder) ??
      readRules(join(folder, '.gitignore')).then(
        async (text) => (await loadIgnore()).default().add(text),
        () => undefined,
      );
    rules.set(folder, found);
    return found;
  };

  const isFolderIgnored = (folder: string): Promise<boolean> => {
    const found = verdicts.get(folder) ?? judge(folder, '/');
    verdicts.set(folder, found);
    return found;
  };

  /** A folder that is left out takes along what is in it; the last rule that names a path decides. */
  async function judge(path: string, end: '' | '/'): Promise<boolean> {
    if (path === root || !path.startsWith(join(root, sep))) return false;
    if (await isFolderIgnored(dirname(path))) return true;
    let verdict = false;
    for (const folder of foldersBetween(root, dirname(path))) {
      const name = relative(folder, path).split(sep).join('/');
      const { ignored, unignored } = (await rulesOf(folder))?.test(`${name}${end}`) ?? {};
      if (ignored === true) verdict = true;
      if (unignored === true) verdict = false;
    }
    return verdict;
  }

  return judge;
}

/** More is no list of names. */
const maxBytes = 2 ** 20;

/** A pipe would be waited for, and a device may have no end. */
async function readRules(path: string): Promise<string> {
  const found = await stat(path);
  if (!found.isFile() || found.size > maxBytes) throw new Error(`${path} is no list of names`);
  return readFile(path, 'utf8');
}

function rootOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : rootOf(parent);
}

function foldersBetween(root: string, folder: string): readonly string[] {
  return folder === root ? [root] : [...foldersBetween(root, dirname(folder)), folder];
}
