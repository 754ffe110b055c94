import { constants } from 'node:fs';
import { lstat, mkdir, open, type FileHandle } from 'node:fs/promises';

const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a regular file for reading. Undefined for anything else, which is not opened: a folder, a link, a pipe, a
 * device. It never waits for such a file, even if it replaces the regular one meanwhile.
 */
export async function openRegular(path: string): Promise<FileHandle | undefined> {
  if (!(await lstat(path)).isFile()) return undefined;
  const handle = await open(path, flags);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  return undefined;
}

/** The bytes of a regular file; undefined for anything else, and for one of more than `maxBytes`, which is not read. */
export async function readRegular(
  path: string,
  maxBytes: number | undefined = Infinity,
): Promise<Buffer | undefined> {
  const handle = await openRegular(path);
  try {
    if (handle === undefined || (await handle.stat()).size > maxBytes) return undefined;
    return await handle.readFile();
  } finally {
    await handle?.close();
  }
}

/**
 * Makes a folder for its owner alone, if it is not there; with `parents` those above it too. Throws for a link in its place, which is not
 * followed: it may lead anywhere.
 */
export async function makeFolder(
  path: string,
  { parents }: { readonly parents: boolean },
): Promise<void> {
  await mkdir(path, { recursive: parents, mode: 0o700 }).catch((fault: unknown) => {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault;
  });
  if ((await lstat(path)).isDirectory()) return;
  throw new Error(
    `${path} is a link, which is not followed. Remove it, or put the folder itself there`,
  );
}
