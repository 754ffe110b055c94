import { realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';

import { glob, isDynamicPattern } from 'tinyglobby';

import { UsageError } from '../usage-error.js';
import { readGitignore } from './gitignore.js';

/** A file to read. */
export interface ListedFile {
  /** Its name in the context. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

/** What is found at a path. */
export interface ListedPlace {
  readonly kind: 'file' | 'folder' | 'glob';
  /** Sorted by name. */
  readonly files: readonly ListedFile[];
  /** How many files git leaves out too. */
  readonly ignored: number;
}

/** Folders that hold no documents. */
export const passedByNames: readonly string[] = ['.git', '.rlm', 'node_modules'];
const passedBy = passedByNames.map((name) => `**/${name}/**`);

/**
 * The files of a place: the file itself, those below a folder, or those that a glob names. What `.gitignore` leaves out is left
 * out, but for a file that is named itself; links below a folder are not followed. Names in a folder begin below it. Throws
 * {@link UsageError}.
 */
export async function listFiles(
  path: string,
  { all = false }: { readonly all?: boolean } = {},
): Promise<ListedPlace> {
  const there = await stat(path).catch((error: unknown) => error as NodeJS.ErrnoException);
  if (there instanceof Error) {
    if (there.code === 'ENOENT' && isDynamicPattern(path)) return listGlob(path, all);
    throw new UsageError(`${path} cannot be read: ${reasonOf(there)}`);
  }
  if (!there.isDirectory()) {
    return { kind: 'file', files: [{ name: path, path: resolve(path) }], ignored: 0 };
  }
  // What is passed by is so below the folder: it may itself lie in such a one.
  return { kind: 'folder', ...(await find('**/*', resolve(path), { all, dot: true })) };
}

async function listGlob(pattern: string, all: boolean): Promise<ListedPlace> {
  // The parts before the first wildcard are the folder where the search starts.
  const parts = pattern.split(sep).join('/').split('/');
  const fixed = parts.findIndex((part) => /[*?[{(!]/.test(part));
  const before = parts.slice(0, fixed).map((part) => `${part}/`);
  const folder = resolve(before.join(''));
  const found = await find(parts.slice(fixed).join('/'), folder, { all, dot: false });
  if (found.files.length === 0) {
    const ignored =
      found.ignored === 0
        ? ''
        : ', except files that .gitignore leaves out (--no-ignore reads them)';
    throw new UsageError(`${pattern}: no file matches${ignored}`);
  }
  const files = found.files.map((file) => ({ ...file, name: `${before.join('')}${file.name}` }));
  return { ...found, kind: 'glob', files };
}

async function find(
  pattern: string,
  folder: string,
  { all, dot }: { readonly all: boolean; readonly dot: boolean },
): Promise<Omit<ListedPlace, 'kind'>> {
  const names = await glob(pattern, {
    cwd: folder,
    dot,
    ignore: passedBy,
    expandDirectories: false,
    followSymbolicLinks: false,
  });
  const real = await realpath(folder).catch(() => folder);
  const isIgnored = readGitignore(real);
  const files: ListedFile[] = [];
  for (const name of names.sort()) {
    if (all || !(await isIgnored(join(real, name)))) files.push({ name, path: join(folder, name) });
  }
  return { files, ignored: names.length - files.length };
}

/** Why a path cannot be read, in words. */
export function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'there is no such file or folder';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
  return message;
}
