import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

import { loadOnce } from '@rlm/repl-types/internal';
import type { Ignore } from 'ignore';

import { UnreadableError } from './unreadable-error.js';

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
      readRules(join(folder, '.gitignore')).then(async (text) =>
        text === undefined ? undefined : (await loadIgnore()).default().add(text),
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

/** More is no list of names: each file is compared with each line. */
const maxBytes = 2 ** 17;

/** Wildcards of one line: with more of them, one comparison can take minutes. */
const maxStars = 4;
const maxFolderStars = 2;

/**
 * The text of the rules; undefined if there are none. A pipe would be waited for, and a device may have no end. Throws
 * {@link UnreadableError} for rules that take too long: without them, files would be read that git leaves out.
 */
async function readRules(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  if (found.size > maxBytes) {
    throw new UnreadableError(
      path,
      `it has more than ${maxBytes / 2 ** 10} kB, too much for rules`,
    );
  }
  const text = await readFile(path, 'utf8').catch(() => undefined);
  const slow = text?.split('\n').findIndex(isSlow) ?? -1;
  if (slow < 0) return text;
  throw new UnreadableError(
    path,
    `line ${slow + 1} has too many wildcards (at most ${maxStars}, and ${maxFolderStars} times "**"). Write it as several lines, or do not apply .gitignore`,
  );
}

function isSlow(line: string): boolean {
  if (line.startsWith('#')) return false;
  const stars = line.match(/\*+/g) ?? [];
  return stars.length > maxStars || stars.filter((each) => each.length > 1).length > maxFolderStars;
}

function rootOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : rootOf(parent);
}

function foldersBetween(root: string, folder: string): readonly string[] {
  return folder === root ? [root] : [...foldersBetween(root, dirname(folder)), folder];
}
