import { constants } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';

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

/** The bytes of a regular file; undefined for anything else. */
export async function readRegular(path: string): Promise<Buffer | undefined> {
  const handle = await openRegular(path);
  try {
    return await handle?.readFile();
  } finally {
    await handle?.close();
  }
}
