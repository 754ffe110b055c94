import { createHash, randomUUID } from 'node:crypto';
import { constants, fstatSync, readSync } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

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

/** Reads an image that was opened. Whole images of this build alone have the digest with which the file begins. */
export function readImage(descriptor: number, recipe: string): KeptImage {
  try {
    const size = fstatSync(descriptor).size - digestBytes;
    if (size <= 0) return damaged;
    const digest = Buffer.alloc(digestBytes);
    readSync(descriptor, digest, 0, digestBytes, 0);
    const image = new SharedArrayBuffer(size);
    const bytes = new Uint8Array(image);
    let at = 0;
    while (at < size) {
      const read = readSync(descriptor, bytes, at, size - at, digestBytes + at);
      if (read === 0) return damaged;
      at += read;
    }
    return digestOf(recipe, bytes).equals(digest) ? { state: 'sound', image } : damaged;
  } catch (error) {
    return ignored(`the kept image cannot be read: ${(error as Error).message}`);
  }
}

/**
 * The file of an image.
 *
 * @param recipe What it was made of: it is read again for the same only.
 */
export function imageFile(image: SharedArrayBuffer, recipe: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(image);
  const file = new Uint8Array(digestBytes + bytes.length);
  file.set(digestOf(recipe, bytes));
  file.set(bytes, digestBytes);
  return file;
}

/**
 * Keeps an image, whole or not at all, in a folder that is made for this user alone. Drafts that a process left there when it was
 * ended are removed.
 *
 * @param content What {@link imageFile} made.
 * @returns why it could not be kept; undefined when it was
 */
export async function keepImage(path: string, content: Uint8Array): Promise<string | undefined> {
  const folder = dirname(path);
  const draft = `${path}.${randomUUID()}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const distrust = await distrustFolder(folder);
    if (distrust !== undefined) return distrust;
    await removeDrafts(folder);
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(content);
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

/** A draft to which no one has written for this long, in milliseconds, is of a process that is gone: writing one takes much less. */
const maxDraftMs = 10 * 60_000;
const isDraft = /\.image\.[\da-f-]{36}$/;

async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!isDraft.test(name)) continue;
    const draft = join(folder, name);
    const { mtimeMs } = await lstat(draft).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > maxDraftMs) await rm(draft, { force: true }).catch(() => undefined);
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

const damaged = ignored('the kept image is damaged, incomplete, or of another build');

function ignored(reason: string): KeptImage {
  return { state: 'ignored', reason };
}

function digestOf(recipe: string, bytes: Uint8Array): Buffer {
  return createHash('sha256').update(recipe).update(bytes).digest();
}
