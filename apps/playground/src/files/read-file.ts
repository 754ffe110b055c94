import { constants, type Stats } from 'node:fs';
import { lstat, open, stat } from 'node:fs/promises';

/** What is at a path is no regular file, and was not opened. */
export class NoFileError extends Error {
  override readonly name = 'NoFileError';
}

/** Throws {@link NoFileError} for what is no regular file. */
export function requireFile(found: Stats): void {
  if (found.isFile()) return;
  const what = found.isDirectory()
    ? 'a folder'
    : found.isSymbolicLink()
      ? 'a link, which is not followed'
      : 'a device or a pipe';
  throw new NoFileError(`it is ${what}, and no regular file`);
}

/**
 * Reads a regular file. Any other file is not opened, since a device may never end and a pipe may never begin.
 *
 * @throws {NoFileError} For a folder, a device, a pipe; with `followLinks: false` for a link too.
 */
export async function readFileBytes(
  path: string,
  { followLinks = true }: { readonly followLinks?: boolean } = {},
): Promise<Buffer> {
  requireFile(await (followLinks ? stat : lstat)(path));
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  const handle = await open(path, O_RDONLY | O_NONBLOCK | (followLinks ? 0 : O_NOFOLLOW));
  try {
    // Another may have been put there in between.
    requireFile(await handle.stat());
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
