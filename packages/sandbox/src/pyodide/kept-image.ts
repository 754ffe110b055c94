import { createHash, randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { constants, lstat, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What a kept boot image came to: its bytes, nothing, or why what is there is not used. */
export type KeptImage =
  | { readonly state: 'sound'; readonly image: SharedArrayBuffer }
  | { readonly state: 'absent' }
  | { readonly state: 'ignored'; readonly reason: string };

const digestBytes = 32;

/**
 * Reads an image that {@link keepImage} has written. It is used only where nobody else could have put it there: the
 * folder and the file belong to this user, nobody else may write to them, and the file is whole by its own hash.
 */
export async function readImage(path: string): Promise<KeptImage> {
  try {
    const distrust = distrustOf(await lstat(dirname(path)), 'folder');
    if (distrust !== undefined) return ignored(dirname(path), distrust);
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const stats = await file.stat();
      const reason = distrustOf(stats, 'file');
      if (reason !== undefined) return ignored(path, reason);
      const body = Math.max(0, stats.size - digestBytes);
      const digest = Buffer.alloc(digestBytes);
      const image = new SharedArrayBuffer(body);
      const bytes = new Uint8Array(image);
      await file.read(digest, 0, digestBytes, 0);
      for (let at = 0; at < body;) {
        const { bytesRead } = await file.read(bytes, at, body - at, digestBytes + at);
        if (bytesRead === 0) break;
        at += bytesRead;
      }
      return digestOf(bytes).equals(digest)
        ? { state: 'sound', image }
        : ignored(path, 'is damaged, or not all of it');
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { state: 'absent' };
    return ignored(path, `cannot be read: ${(error as Error).message}`);
  }
}

/**
 * Keeps an image, whole or not at all, in a folder that is made for this user alone.
 *
 * @returns why it could not be kept; undefined when it was
 */
export async function keepImage(
  path: string,
  image: SharedArrayBuffer,
): Promise<string | undefined> {
  const folder = dirname(path);
  const draft = `${path}.${randomUUID()}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const distrust = distrustOf(await lstat(folder), 'folder');
    if (distrust !== undefined) return `${folder} ${distrust}`;
    const bytes = new Uint8Array(image);
    await writeFile(draft, digestOf(bytes), { mode: 0o600, flag: 'wx' });
    await writeFile(draft, bytes, { flag: 'a' });
    await rename(draft, path);
    return undefined;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    return (error as Error).message;
  }
}

function ignored(path: string, reason: string): KeptImage {
  return { state: 'ignored', reason: `${path} ${reason}` };
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

const writableByOthers = 0o022;

/** Why something of the file system may be another's work. Windows knows neither owners nor modes here. */
function distrustOf(stats: Stats, kind: 'file' | 'folder'): string | undefined {
  if (kind === 'file' ? !stats.isFile() : !stats.isDirectory()) return `is no ${kind}`;
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  if (stats.uid !== user) return 'belongs to another user';
  return (stats.mode & writableByOthers) === 0 ? undefined : 'can be written by other users';
}
