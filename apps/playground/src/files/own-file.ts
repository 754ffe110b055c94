import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, rename, unlink, type FileHandle } from 'node:fs/promises';

import { requireFile } from '@rlm/files';

const { O_WRONLY, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * Opens an empty file for writing that is for its owner alone. Throws for a link, which is not followed, and for anything else that is no
 * regular file.
 */
export async function openOwnFile(path: string): Promise<FileHandle> {
  const there = await lstat(path).catch(() => undefined);
  if (there !== undefined) requireFile(there);
  const handle = await open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    requireFile(await handle.stat());
    // One that was there before may be readable for others.
    await handle.chmod(0o600);
    await handle.truncate(0);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Puts a text in place as a file for its owner alone, whole or not at all. What stood there is replaced; a link is not followed. */
export async function putOwnFile(path: string, text: string): Promise<void> {
  const part = `${path}.${randomBytes(4).toString('hex')}.part`;
  const handle = await open(part, 'wx', 0o600);
  try {
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
    await rename(part, path);
  } catch (error) {
    await unlink(part).catch(() => undefined);
    throw error;
  }
}
