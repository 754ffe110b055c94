import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { McpError } from '../../errors.js';

/** A folder below which files may be read. */
interface Root {
  /** As it was named, absolute. */
  readonly path: string;
  /** Without links. */
  readonly real: string;
}

/** The folders that a client may read. */
export interface Roots {
  /** The folders that both the server and the client allow; at least one. */
  readonly allowed: readonly Root[];
  /** Where relative paths start, in the order in which they are tried. */
  readonly starts: readonly Root[];
}

/** The most roots that a client may name. */
const maxRoots = 100;

/**
 * Brings the folders of the configuration and those of a client together. Throws `McpError` (`path_not_allowed`) if nothing
 * is allowed.
 */
export async function joinRoots(
  configured: readonly string[] | undefined,
  ofClient: readonly string[] | undefined,
): Promise<Roots> {
  const own = configured === undefined ? undefined : await realRoots(configured);
  const theirs = ofClient === undefined ? undefined : await realRoots(ofClient.flatMap(toPath));
  const allowed =
    own === undefined || theirs === undefined ? (own ?? theirs ?? []) : both(own, theirs);
  if (allowed.length > 0) return { allowed, starts: [...(theirs ?? []), ...allowed] };
  const why =
    ofClient === undefined
      ? 'neither the server nor its client names a folder that is there. Start the server with a folder.'
      : 'the client names no folder (roots) that the server allows. Open such a folder in the client, or start the server with it.';
  throw new McpError('path_not_allowed', `No file may be read: ${why}`);
}

/** What lies below a folder of each list: of two folders in each other, the inner one. */
const both = (own: readonly Root[], theirs: readonly Root[]): readonly Root[] =>
  own.flatMap((one) =>
    theirs.flatMap((other) => {
      if (isBelow(other.real, one.real)) return [other];
      return isBelow(one.real, other.real) ? [one] : [];
    }),
  );

/** A client may name a folder that is not there: it allows nothing. */
async function realRoots(paths: readonly string[]): Promise<readonly Root[]> {
  const roots = await Promise.all(
    paths.slice(0, maxRoots).map(async (named) => {
      const path = resolve(named);
      const real = await realpath(path).catch(() => undefined);
      return real === undefined ? [] : [{ path, real }];
    }),
  );
  return roots.flat();
}

function toPath(uri: string): readonly string[] {
  try {
    return /^file:/i.test(uri) ? [fileURLToPath(uri)] : [];
  } catch {
    return [];
  }
}

/** Whether a path without links may be read. */
export const isAllowed = (real: string, { allowed }: Roots): boolean =>
  allowed.some((root) => isBelow(real, root.real));

/** Whether a path may be looked at: it is written as one below an allowed folder. */
export const isWrittenBelow = (path: string, { allowed }: Roots): boolean =>
  allowed.some((root) => isBelow(path, root.path) || isBelow(path, root.real));

/** Whether a path is a folder, or lies below it. */
function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** The name of a file in a context: below the one root, else its whole path. */
export function nameBelow(real: string, { allowed }: Roots): string {
  const [only] = allowed;
  if (allowed.length > 1 || only === undefined) return real;
  return relative(only.real, real).split(sep).join('/');
}
