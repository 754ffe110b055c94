import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { messageOf } from '@rlm/repl-types/internal';

import { digestBytes } from './start.js';
import { distrustAbove, distrustOf } from './trusted-path.js';

/** A kept file that may be used, nothing, or why the file is not used. */
export type Kept =
  | {
      readonly state: 'sound';
      /** Open: later reads see what was checked here. */
      readonly file: FileHandle;
      /** The digest with which it begins, in hexadecimal. */
      readonly digest: string;
    }
  | { readonly state: 'absent' }
  | {
      readonly state: 'ignored';
      readonly reason: string;
      /** Whether another may be kept in its place. */
      readonly canKeep: boolean;
    };

/** Bytes that are read and hashed at once: other work of the host goes on between. */
const chunkBytes = 1 << 21;

/**
 * Opens a file that {@link keep} has written. It is used only if no one else could have put it there: the folder and the file
 * must belong to this user, no one else may write to them or replace them in a folder above, and neither may be a link. And only
 * if it is whole, and of the same recipe.
 */
export async function openKept(path: string, recipe: string): Promise<Kept> {
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
    const distrust = distrustOf(await file.stat(), 'file');
    const digest = distrust === undefined ? await readDigest(file, recipe) : undefined;
    if (digest !== undefined) return { state: 'sound', file, digest };
    await file.close();
    const fault = distrust ?? 'is damaged, incomplete, or of another build';
    return { state: 'ignored', reason: `${path} ${fault}`, canKeep: true };
  } catch (error) {
    await file?.close();
    return unreadable(path, error, true);
  }
}

/** The digest with which a file begins; undefined if what follows does not have it. */
async function readDigest(file: FileHandle, recipe: string): Promise<string | undefined> {
  const hash = createHash('sha256').update(recipe);
  const kept = Buffer.alloc(digestBytes);
  await file.read(kept, 0, digestBytes, 0);
  const chunk = Buffer.allocUnsafeSlow(chunkBytes);
  for (let at = digestBytes; ;) {
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, at);
    if (bytesRead === 0) break;
    hash.update(chunk.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash.digest().equals(kept) ? kept.toString('hex') : undefined;
}

/** The digest of what is kept: of its bytes, and of what they were made of. */
export function digestOf(recipe: string, bytes: Uint8Array): Buffer {
  return createHash('sha256').update(recipe).update(bytes).digest();
}

/**
 * Keeps bytes, whole or not at all, in a folder that is made for this user alone. Drafts that a process left there when it was
 * ended are removed.
 *
 * @returns why they could not be kept; undefined when they were
 */
export async function keep(
  path: string,
  recipe: string,
  bytes: Uint8Array,
): Promise<string | undefined> {
  const folder = dirname(path);
  const draft = `${path}.${randomUUID()}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const distrust = await distrustFolder(folder);
    if (distrust !== undefined) return distrust;
    await removeDrafts(folder);
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writev([digestOf(recipe, bytes), bytes]);
    } finally {
      await file.close();
    }
    await putInPlace(draft, path, recipe);
    return undefined;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    return messageOf(error);
  }
}

/** A sound file that another process has kept meanwhile stays: its sessions have it open. */
async function putInPlace(draft: string, path: string, recipe: string): Promise<void> {
  try {
    // A second name, which is refused if there is a file.
    await link(draft, path);
  } catch {
    const kept = await openKept(path, recipe);
    if (kept.state !== 'sound') return rename(draft, path);
    await kept.file.close();
  }
  await rm(draft, { force: true });
}

/** A draft to which no one has written for this long, in milliseconds, is of a process that is gone: writing one takes much less. */
const maxDraftMs = 10 * 60_000;
const isDraft = /\.snapshot\.[\da-f-]{36}$/;

async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!isDraft.test(name)) continue;
    const draft = join(folder, name);
    const { mtimeMs } = await lstat(draft).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > maxDraftMs) await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** Why a folder cannot be trusted, with its path. */
async function distrustFolder(folder: string): Promise<string | undefined> {
  const distrust = distrustOf(await lstat(folder), 'folder');
  return distrust === undefined ? distrustAbove(folder) : `${folder} ${distrust}`;
}

function unreadable(path: string, error: unknown, canKeep: boolean): Kept {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { state: 'absent' };
  return { state: 'ignored', reason: `${path} cannot be read: ${messageOf(error)}`, canKeep };
}
