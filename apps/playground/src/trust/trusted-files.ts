import { createHmac } from 'node:crypto';
import { lstat, mkdir, realpath, unlink } from 'node:fs/promises';
import { join } from 'node:path';

import { canonicalJson } from '@rlm/repl-types/internal';

import { openOwnFile } from '../files/own-file.js';
import { userKey, userStateFolder } from './user-key.js';

/** A file that a user has read, with the text that it had. */
export interface FileAsRead {
  readonly file: string;
  readonly text: string;
}

/** Whether this user has trusted this text in this file. Another text, or the same at another place, is not trusted. */
export async function isTrustedFile(read: FileAsRead): Promise<boolean> {
  const mark = await markOf(read);
  if (mark === undefined) return false;
  return lstat(mark).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Trusts this text in this file from now on. False if nothing can be remembered: there is no folder for it. */
export async function trustFile(read: FileAsRead): Promise<boolean> {
  const mark = await markOf(read);
  if (mark === undefined) return false;
  await mkdir(join(mark, '..'), { recursive: true, mode: 0o700 });
  await (await openOwnFile(mark, 'new')).close();
  return true;
}

/** Trusts it no longer. False if it was not trusted. */
export async function distrustFile(read: FileAsRead): Promise<boolean> {
  const mark = await markOf(read);
  if (mark === undefined) return false;
  return unlink(mark).then(
    () => true,
    () => false,
  );
}

/** The empty file that says so: only who has the user's key knows its name. */
async function markOf({ file, text }: FileAsRead): Promise<string | undefined> {
  const state = userStateFolder();
  const key = await userKey(state);
  if (state === undefined || key === undefined) return undefined;
  const place = await realpath(file);
  const name = createHmac('sha256', key)
    .update(canonicalJson({ of: 'rlm-config', place, text }))
    .digest('hex');
  return join(state, 'rlm', 'trusted', name);
}
