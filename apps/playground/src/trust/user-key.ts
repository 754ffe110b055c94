import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { link, lstat, mkdir, open, unlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

import { writeAndClose } from '../files/own-file.js';
import { readFileBytes } from '@rlm/runner/node/internal';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The folder for what programs remember of the user who runs this process: `XDG_STATE_HOME`, or as the system has it: `~/.local/state`,
 * on macOS `~/Library/Application Support`, on Windows `LOCALAPPDATA`. Undefined without such a folder.
 */
export function userStateFolder(
  platform: NodeJS.Platform = process.platform,
  environment: Environment = process.env,
): string | undefined {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: local } = environment;
  if (state !== undefined && isAbsolute(state)) return state;
  if (platform === 'win32') return local !== undefined && isAbsolute(local) ? local : undefined;
  const home = environment['HOME'] ?? homedir();
  if (!isAbsolute(home)) return undefined;
  return platform === 'darwin'
    ? join(home, 'Library', 'Application Support')
    : join(home, '.local', 'state');
}

const keyBytes = 32;

/**
 * The key by which this user knows the own journals; made at its first use, for its owner alone. A key that others could have read or
 * written is replaced. Undefined if none can be kept.
 */
export async function userKey(state = userStateFolder()): Promise<Buffer | undefined> {
  if (state === undefined) return undefined;
  const folder = join(state, 'rlm');
  const file = join(folder, 'journal-key');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!isOwn(await lstat(folder), 0o022)) return undefined;
    return (await readKey(file)) ?? (await makeKey(file));
  } catch {
    // A home that cannot be written: no journal is known then.
    return undefined;
  }
}

/** Whether the file belongs to this user, and grants others none of these rights. A link belongs to no user. */
function isOwn(found: Stats, forbidden: number): boolean {
  if (found.isSymbolicLink()) return false;
  const { getuid } = process;
  // Windows has no such modes; the folders of a user are the user's there.
  return getuid === undefined || (found.uid === getuid() && (found.mode & forbidden) === 0);
}

async function readKey(file: string): Promise<Buffer | undefined> {
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined) return undefined;
  const key = isOwn(found, 0o077)
    ? await readFileBytes(file, { followLinks: false }).catch(() => undefined)
    : undefined;
  if (key?.length === keyBytes) return Buffer.from(key);
  await unlink(file);
  return undefined;
}

/** Makes the key at once with its bytes: of two that do so, both get that of the first. */
async function makeKey(file: string): Promise<Buffer | undefined> {
  const made = `${file}.${randomBytes(8).toString('hex')}`;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  await writeAndClose(await open(made, flags, 0o600), randomBytes(keyBytes));
  try {
    await link(made, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(made);
  }
  return readKey(file);
}
