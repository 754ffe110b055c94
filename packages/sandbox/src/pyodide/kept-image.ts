import { createHash, randomUUID } from 'node:crypto';
import { constants, fstatSync, read } from 'node:fs';
import { lstat, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

import { distrustAbove, distrustOf } from './trusted-path.js';

/** A kept image that was found and may be read, nothing, or why the file is not used. */
export type OpenedImage =
  | { readonly state: 'open'; readonly file: FileHandle; readonly id: string }
  | { readonly state: 'absent' }
  | {
      readonly state: 'ignored';
      readonly reason: string;
      /** Whether another may be kept in its place. */
      readonly canKeep: boolean;
    };

/** The content of a kept boot image, nothing, or why the file is not used. */
export type KeptImage =
  | { readonly state: 'sound'; readonly image: SharedArrayBuffer }
  | { readonly state: 'absent' }
  | { readonly state: 'ignored'; readonly reason: string };

const digestBytes = 32;
const readAt = promisify(read);

/**
 * Opens an image that {@link keepImage} has written, once, so that later reads see the file that was checked here. The
 * image is used only if no one else could have put it there. The folder and the file must belong to this user, no one
 * else may write to them or replace them in a folder above, and neither may be a link.
 */
export async function openImage(path: string): Promise<OpenedImage> {
  const folder = dirname(path);
  try {
    const distrust = await distrustFolder(folder);
    if (distrust !== undefined) return { state: 'ignored', reason: distrust, canKeep: false };
  } catch (error) {
    return unreadable(folder, error, false);
  }
  let file: FileHandle | undefined;
  try {
    // A pipe in its place would wait for a writer.
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stats = await file.stat();
    const distrust = distrustOf(stats, 'file');
    if (distrust === undefined) {
      return { state: 'open', file, id: `${stats.dev}:${stats.ino}:${stats.mtimeMs}` };
    }
    await file.close();
    return { state: 'ignored', reason: `${path} ${distrust}`, canKeep: true };
  } catch (error) {
    await file?.close();
    return unreadable(path, error, true);
  }
}

/**
 * Reads an image that was opened.
 *
 * @param recipe What it was made from, as passed to {@link keepImage}.
 */
export async function readImage(descriptor: number, recipe: string): Promise<KeptImage> {
  try {
    const size = fstatSync(descriptor).size;
    const body = Math.max(0, size - digestBytes);
    const digest = Buffer.alloc(digestBytes);
    const image = new SharedArrayBuffer(body);
    const bytes = new Uint8Array(image);
    await readAt(descriptor, digest, 0, digestBytes, 0);
    for (let at = 0; at < body;) {
      const { bytesRead } = await readAt(descriptor, bytes, at, body - at, digestBytes + at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return digestOf(recipe, bytes).equals(digest)
      ? { state: 'sound', image }
      : ignored('the kept image is damaged, incomplete, or of another build');
  } catch (error) {
    return ignored(`the kept image cannot be read: ${(error as Error).message}`);
  }
}

/**
 * Keeps an image, whole or not at all, in a folder that is made for this user alone.
 *
 * @param recipe What it was made of: it is read again for the same only.
 * @returns why it could not be kept; undefined when it was
 */
export async function keepImage(
  path: string,
  image: SharedArrayBuffer,
  recipe: string,
): Promise<string | undefined> {
  const folder = dirname(path);
  const draft = `${path}.${randomUUID()}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const distrust = await distrustFolder(folder);
    if (distrust !== undefined) return distrust;
    const bytes = new Uint8Array(image);
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(digestOf(recipe, bytes));
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
    await rename(draft, path);
    return undefined;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    return (error as Error).message;
  }
}

/** Why a folder cannot be trusted with images, with its path. */
async function distrustFolder(folder: string): Promise<string | undefined> {
  const distrust = distrustOf(await lstat(folder), 'folder');
  return distrust === undefined ? distrustAbove(folder) : `${folder} ${distrust}`;
}

function unreadable(path: string, error: unknown, canKeep: boolean): OpenedImage {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { state: 'absent' };
  const reason = `${path} cannot be read: ${(error as Error).message}`;
  return { state: 'ignored', reason, canKeep };
}

function ignored(reason: string): KeptImage {
  return { state: 'ignored', reason };
}

function digestOf(recipe: string, bytes: Uint8Array): Buffer {
  return createHash('sha256').update(recipe).update(bytes).digest();
}
