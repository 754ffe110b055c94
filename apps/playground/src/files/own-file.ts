import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, rename, unlink, type FileHandle } from 'node:fs/promises';

import { requireFile } from '@rlm/files';

const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * Opens a file for writing that is for its owner alone: an empty one, or with `append` what is there already. Throws for a link, which is
 * not followed, and for anything else that is no regular file.
 */
export async function openOwnFile(path: string, kind: 'new' | 'append'): Promise<FileHandle> {
  const there = await lstat(path).catch(() => undefined);
  if (there !== undefined) requireFile(there);
  const mode = kind === 'append' ? O_APPEND : 0;
  const flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | mode;
  const handle = await open(path, flags, 0o600);
  try {
    requireFile(await handle.stat());
    // One that was there before may be readable for others.
    await handle.chmod(0o600);
    if (kind === 'new') await handle.truncate(0);
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
    await writeAndClose(handle, text);
    await rename(part, path);
  } catch (error) {
    await unlink(part).catch(() => undefined);
    throw error;
  }
}

/** Writes a text, and closes the file in any case. */
export async function writeAndClose(handle: FileHandle, text: string | Uint8Array): Promise<void> {
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}
