import { createHash, randomUUID } from 'node:crypto';
import { constants, fstatSync, readSync, readv } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { headerBytes, imagePages, leadBytes, packPages } from './image-pages.js';
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
const readParts = promisify(readv);
/** Linux reads into at most 1,024 at once. */
const partsAtOnce = 512;

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
 * Reads an image that was opened. Its pages are read to where they belong: copies of them take longer than all else here.
 *
 * @param recipe Returns what it was made from, as passed to {@link imageFile}. Called while the pages are read.
 */
export async function readImage(descriptor: number, recipe: () => string): Promise<KeptImage> {
  try {
    const size = fstatSync(descriptor).size - digestBytes;
    if (size < headerBytes) return damaged;
    const head = readBytes(descriptor, 0, digestBytes + headerBytes);
    const leadSize = leadBytes(head.subarray(digestBytes));
    if (size < leadSize) return damaged;
    const lead = readBytes(descriptor, digestBytes, leadSize);
    const pages = imagePages(lead, size);
    if (pages === undefined) return damaged;
    const { image, parts, padding } = pages;
    const reading = readInto(descriptor, digestBytes + leadSize, parts);
    const digest = createHash('sha256').update(recipe()).update(lead);
    if (!(await reading)) return damaged;
    for (const part of parts) digest.update(part);
    const found = digest.update(new Uint8Array(padding)).digest();
    return found.equals(head.subarray(0, digestBytes)) ? { state: 'sound', image } : damaged;
  } catch (error) {
    return ignored(`the kept image cannot be read: ${(error as Error).message}`);
  }
}

/** Few bytes are read at once: another thread takes longer to begin. */
function readBytes(descriptor: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(descriptor, buffer, 0, length, position));
}

/** Fills all parts from the file, from this position on; false if there is too little. */
async function readInto(
  descriptor: number,
  position: number,
  parts: readonly Uint8Array[],
): Promise<boolean> {
  let at = position;
  for (let index = 0; index < parts.length; index += partsAtOnce) {
    const some = parts.slice(index, index + partsAtOnce);
    const wanted = some.reduce((sum, part) => sum + part.length, 0);
    const { bytesRead } = await readParts(descriptor, some, at);
    if (bytesRead !== wanted) return false;
    at += wanted;
  }
  return true;
}

/**
 * The file of an image.
 *
 * @param recipe What it was made of: it is read again for the same only.
 */
export function imageFile(image: SharedArrayBuffer, recipe: string): Uint8Array<ArrayBuffer> {
  const packed = packPages(new Uint8Array(image));
  const file = new Uint8Array(digestBytes + packed.length);
  file.set(digestOf(recipe, packed));
  file.set(packed, digestBytes);
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
