import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

import {
  listFiles,
  passedByNames,
  readGitignore,
  readTextBytes,
  type ListedFile,
} from '@rlm/files';

import { UsageError } from '../usage-error.js';

/** A larger file is not read. */
const maxBytes = 50 * 2 ** 20;

/** The files that a model may read: those of one folder, and nothing else. */
export interface Folder {
  /** The files below a path of the folder, by their names from its top; without one, all. */
  readonly list: (below?: string) => Promise<readonly ListedFile[]>;
  /** A file's text. Throws for what may not be read, in words for the model. */
  readonly read: (path: string) => Promise<string>;
}

/**
 * Opens a folder for reading. A path that leads out of it is refused, by `..` or by a link, and so is what holds no documents
 * (`.git` and the like) or what `.gitignore` leaves out, unless `all`. Throws {@link UsageError} for what is no folder.
 */
export async function openFolder(
  folder: string,
  { all }: { readonly all: boolean },
): Promise<Folder> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) {
    throw new UsageError(`--folder ${folder}: there is no such folder`);
  }
  const root = await realpath(folder);
  const isIgnored = readGitignore(root);

  /** Where a path leads, once links are followed. */
  async function placeOf(path: string): Promise<string> {
    const written = resolve(root, path);
    requireWithin(root, written, path);
    const real = await realpath(written).catch(() => {
      throw new Error(`there is no file ${path}; list_files lists the existing ones`);
    });
    requireWithin(root, real, path);
    const parts = relative(root, real).split(sep);
    if (parts.some((part) => passedByNames.includes(part)) || (!all && (await isIgnored(real)))) {
      throw new Error(`${path} may not be read; list_files lists readable files`);
    }
    return real;
  }

  return {
    async list(below = '') {
      const { files } = await listFiles(root, { all, toReadAll: '--no-ignore' });
      const start = relative(root, resolve(root, below)).split(sep).join('/');
      requireWithin(root, resolve(root, below), below);
      if (start === '') return files;
      return files.filter(({ name }) => name === start || name.startsWith(`${start}/`));
    },
    async read(path) {
      const real = await placeOf(path);
      // A link that was put there in between is not followed; a pipe is not waited for.
      const file = await open(
        real,
        constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
      );
      try {
        const found = await file.stat();
        const { size } = found;
        if (found.isDirectory()) {
          throw new Error(`${path} is a folder; list_files lists what is in it`);
        }
        if (!found.isFile()) throw new Error(`${path} is not a regular file`);
        // Nor is a link that a folder on the way was replaced by: what was opened must be what lies there.
        const again = await stat(await placeOf(path)).catch(() => undefined);
        if (again?.ino !== found.ino || again.dev !== found.dev) {
          throw new Error(`${path} was replaced while it was opened; read it again`);
        }
        if (size > maxBytes) throw new Error(`${path} is larger than 50 MB`);
        return await readTextBytes(path, await file.readFile());
      } finally {
        await file.close();
      }
    },
  };
}

function requireWithin(root: string, place: string, path: string): void {
  const way = relative(root, place);
  if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return;
  throw new Error(`${path} leads out of the folder; only files in it may be read`);
}
