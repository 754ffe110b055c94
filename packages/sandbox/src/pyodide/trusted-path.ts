import type { Stats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { dirname, join, parse, resolve, sep } from 'node:path';

const writableByOthers = 0o022;
const sticky = 0o1000;
/** Links that are followed on the way to a folder, as the kernel does. */
const maxLinks = 40;

/** Why something of the file system may be another's work. Windows knows neither owners nor modes here. */
export function distrustOf(stats: Stats, kind: 'file' | 'folder'): string | undefined {
  if (kind === 'file' ? !stats.isFile() : !stats.isDirectory()) return `is no ${kind}`;
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  if (stats.uid !== user) return 'belongs to another user';
  return (stats.mode & writableByOthers) === 0 ? undefined : 'can be written by other users';
}

/**
 * Why others could replace a folder: a folder above it, or a link on the way, belongs neither to this user nor to root,
 * or others may write there and replace files that are not theirs (no sticky bit).
 *
 * @returns The path at fault, and why; undefined if all can be trusted.
 * @throws the system's error if there is no such folder
 */
export async function distrustAbove(folder: string): Promise<string | undefined> {
  if (process.getuid === undefined) return undefined;
  const trusted = new Set([process.getuid(), 0]);
  const { root } = parse(resolve(folder));
  const names = namesOf(dirname(resolve(folder)));
  let at = root;
  let links = 0;
  for (;;) {
    const stats = await lstat(at);
    if (!trusted.has(stats.uid)) return `${at} belongs to another user`;
    if (stats.isSymbolicLink()) {
      if (++links > maxLinks) return `${at} is one of too many links`;
      names.unshift(...namesOf(resolve(dirname(at), await readlink(at))));
      at = root;
    } else if ((stats.mode & writableByOthers) !== 0 && (stats.mode & sticky) === 0) {
      return `${at} can be written by other users`;
    }
    const name = names.shift();
    if (name === undefined) return undefined;
    at = join(at, name);
  }
}

function namesOf(path: string): string[] {
  return path
    .slice(parse(path).root.length)
    .split(sep)
    .filter((name) => name !== '');
}
