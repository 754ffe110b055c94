import { existsSync } from 'node:fs';
import { lstat, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';

import { parseIgnoreRules, ruleOn, type IgnoreRule } from './gitignore-rules.js';
import { UnreadableError } from './unreadable-error.js';

/** Tells which files git would leave out. */
export type IsIgnored = (path: string) => Promise<boolean>;

/**
 * Goes by the `.gitignore` files from the root of the repository down to a file; outside of a repository, and if git leaves out
 * `top` itself, by those of `top` and below: whoever names a folder wants it read. Paths are absolute.
 */
export function readGitignore(top: string): IsIgnored {
  const ofRepository = rulesFrom(rootOf(top) ?? top);
  let rules: Promise<Judge> | undefined;
  return async (path) => {
    rules ??= ofRepository(top, true).then((isLeftOut) =>
      isLeftOut ? rulesFrom(top) : ofRepository,
    );
    return (await rules)(path, false);
  };
}

type Judge = (path: string, isFolder: boolean) => Promise<boolean>;

function rulesFrom(root: string): Judge {
  const rules = new Map<string, Promise<readonly IgnoreRule[]>>();
  const verdicts = new Map<string, Promise<boolean>>();
  let caseless: Promise<boolean> | undefined;

  const rulesOf = (folder: string): Promise<readonly IgnoreRule[]> => {
    const found =
      rules.get(folder) ??
      readRules(join(folder, '.gitignore')).then(async (text) => {
        if (text === undefined) return [];
        return parseIgnoreRules(text, await (caseless ??= ignoresCase(root, folder)));
      });
    rules.set(folder, found);
    return found;
  };

  const isFolderIgnored = (folder: string): Promise<boolean> => {
    const found = verdicts.get(folder) ?? judge(folder, true);
    verdicts.set(folder, found);
    return found;
  };

  /** A folder that is left out takes along what is in it; else the nearest file with a rule for the path decides. */
  async function judge(path: string, isFolder: boolean): Promise<boolean> {
    if (path === root || !path.startsWith(join(root, sep))) return false;
    if (await isFolderIgnored(dirname(path))) return true;
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const name = bytesOf(relative(folder, path).split(sep).join('/'));
      const verdict = ruleOn(await rulesOf(folder), name, isFolder);
      if (verdict !== undefined) return verdict;
      if (folder === root) return false;
    }
  }

  return judge;
}

/** A character for each byte: that is what git compares. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

/** Whether capital letters are as small ones: by the repository's configuration, outside of one by the file system. */
async function ignoresCase(root: string, folder: string): Promise<boolean> {
  if (existsSync(join(root, '.git'))) return ignoresCaseInGit(join(root, '.git'));
  const rules = join(folder, '.gitignore');
  const [one, other] = await Promise.all(
    [rules, join(folder, '.GITIGNORE')].map((path) => stat(path).catch(() => undefined)),
  );
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

/** What `core.ignorecase` is. The `.git` of a worktree is a file that names a folder. */
async function ignoresCaseInGit(git: string): Promise<boolean> {
  const [, named = git] = /^gitdir: *(.+?)\s*$/m.exec((await readSmall(git)) ?? '') ?? [];
  const place = resolve(dirname(git), named);
  const common = (await readSmall(join(place, 'commondir')))?.trim() ?? '.';
  const config = (await readSmall(resolve(place, common, 'config'))) ?? '';
  const core = config.split(/^[ \t]*\[/m).filter((section) => /^\s*core\s*\]/i.test(section));
  const found = [
    ...core.join('\n').matchAll(/(?:^|\])[ \t]*ignorecase[ \t]*(?:=[ \t]*"?(\w*)|$)/gim),
  ].at(-1);
  return found !== undefined && /^(?:true|yes|on|[1-9]\d*)$/i.test(found[1] ?? 'true');
}

/** The text of a small regular file; undefined for anything else. */
async function readSmall(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true || found.size > maxBytes) return undefined;
  return readFile(path, 'utf8').catch(() => undefined);
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
  // As for git, a link is no file of rules.
  const found = await lstat(path).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  if (found.size > maxBytes) {
    throw new UnreadableError(
      path,
      `it has more than ${maxBytes / 2 ** 10} kB, too much for rules`,
    );
  }
  const text = await readFile(path, 'latin1').catch(() => undefined);
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
