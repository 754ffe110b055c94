import { realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';

import { messageOf } from '@rlm/repl-types/internal';
import { glob, isDynamicPattern } from 'tinyglobby';

import { readGitignore } from './gitignore.js';
import { UnreadableError } from './unreadable-error.js';

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
  /** How many files `.gitignore` leaves out. */
  readonly ignored: number;
}

/** Which files of a folder or a glob are listed. */
export interface ListOptions {
  /** Whether what `.gitignore` leaves out is listed too. Default false. */
  readonly all?: boolean | undefined;
  /** Only files that one of these globs names. Default: every file. */
  readonly include?: readonly string[] | undefined;
  /** No files that one of these globs names. */
  readonly exclude?: readonly string[] | undefined;
  /** What the caller writes so that `all` is true, for errors. */
  readonly toReadAll: string;
}

/** Folders that hold no documents. */
export const passedByNames: readonly string[] = ['.git', 'node_modules'];
const passedBy = passedByNames.map((name) => `**/${name}/**`);

/**
 * The files of a place: the file itself, those below a folder, or those that a glob names. What `.gitignore` leaves out is left
 * out, but for a file that is named itself; links below a folder are not followed. Names in a folder begin below it. Throws
 * {@link UnreadableError}.
 */
export async function listFiles(path: string, options: ListOptions): Promise<ListedPlace> {
  const there = await stat(path).catch((error: unknown) => error as NodeJS.ErrnoException);
  if (there instanceof Error) {
    if (there.code === 'ENOENT' && isDynamicPattern(path)) {
      return listGlob(path, options);
    }
    throw new UnreadableError(path, reasonOf(there), there);
  }
  if (!there.isDirectory()) {
    return { kind: 'file', files: [{ name: path, path: resolve(path) }], ignored: 0 };
  }
  // What is passed by is so below the folder: it may itself lie in such a one.
  return { kind: 'folder', ...(await find('**/*', resolve(path), { ...options, dot: true })) };
}

async function listGlob(pattern: string, options: ListOptions): Promise<ListedPlace> {
  // The parts before the first wildcard are the folder where the search starts.
  const parts = pattern.split(sep).join('/').split('/');
  const fixed = parts.findIndex((part) => /[*?[{(!]/.test(part));
  const before = parts.slice(0, fixed).map((part) => `${part}/`);
  const folder = resolve(before.join(''));
  const found = await find(parts.slice(fixed).join('/'), folder, { ...options, dot: false });
  if (found.files.length === 0) {
    const ignored =
      found.ignored === 0
        ? ''
        : `, except files that .gitignore leaves out (${options.toReadAll} reads them)`;
    throw new UnreadableError(pattern, `no file matches${ignored}`);
  }
  const files = found.files.map((file) => ({ ...file, name: `${before.join('')}${file.name}` }));
  return { ...found, kind: 'glob', files };
}

async function find(
  pattern: string,
  folder: string,
  { all = false, include, exclude = [], dot }: ListOptions & { readonly dot: boolean },
): Promise<Omit<ListedPlace, 'kind'>> {
  const search = (patterns: readonly string[], hidden: boolean): Promise<string[]> =>
    glob(patterns, {
      cwd: folder,
      dot: hidden,
      ignore: [...passedBy, ...exclude.flatMap(withContents)],
      expandDirectories: false,
      followSymbolicLinks: false,
    });
  let names = await search([pattern], dot);
  if (include !== undefined) {
    const included = new Set(await search(include.flatMap(withContents), true));
    names = names.filter((name) => included.has(name));
  }
  const real = await realpath(folder).catch(() => folder);
  const isIgnored = readGitignore(real);
  const files: ListedFile[] = [];
  for (const name of names.sort()) {
    if (all || !(await isIgnored(join(real, name)))) files.push({ name, path: join(folder, name) });
  }
  return { files, ignored: names.length - files.length };
}

/** A pattern without a slash holds in every folder, as in `.gitignore`; one that names a folder names all that is in it. */
function withContents(pattern: string): readonly string[] {
  const plain = pattern.replace(/^\.?\//, '').replace(/\/$/, '');
  const placed = pattern.replace(/\/$/, '').includes('/') ? plain : `**/${plain}`;
  return [placed, `${placed}/**`];
}

/** Why a path cannot be read, in words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file or folder';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
  return messageOf(error);
}
