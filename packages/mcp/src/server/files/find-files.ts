import { realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { listFiles, type ListedPlace, UnreadableError } from '@rlm/files';
import { ContextError } from '@rlm/runner';

import { McpError } from '../../errors.js';
import { isAllowed, isWrittenBelow, nameBelow, type Roots } from './roots.js';

/** A file that may be read. */
export interface FoundFile {
  /** Its name in the context. */
  readonly name: string;
  /** Absolute, without links. */
  readonly path: string;
}

/** A file that is left out, and why. */
export interface SkippedFile {
  readonly name: string;
  readonly reason: string;
}

/** The files of a question. */
export interface FoundFiles {
  /** Sorted by name; no file twice. */
  readonly files: readonly FoundFile[];
  readonly skipped: readonly SkippedFile[];
}

/**
 * Finds the files of paths, folders and globs that a client names. Every file is looked at without its links: one that
 * leads out of the allowed folders is skipped below a folder, and refused if it is named itself.
 *
 * @throws McpError `path_not_allowed`, also for more than `maxFiles`
 * @throws ContextError For what is not there
 */
export async function findFiles(
  paths: readonly string[],
  roots: Roots,
  maxFiles: number,
): Promise<FoundFiles> {
  const files = new Map<string, FoundFile>();
  const skipped: SkippedFile[] = [];
  for (const path of paths) {
    const { kind, files: listed } = await listPlace(path, roots);
    for (const file of listed) {
      const real = await realpath(file.path).catch(() => undefined);
      if (real === undefined || !isAllowed(real, roots) || !(await stat(real)).isFile()) {
        if (kind === 'file') throw notAllowed(path);
        skipped.push({ name: file.name, reason: 'it leads out of the allowed folders' });
        continue;
      }
      files.set(real, { name: nameBelow(real, roots), path: real });
      if (files.size > maxFiles) {
        throw new McpError(
          'path_not_allowed',
          `The paths name more than ${maxFiles} files. Name a smaller folder, or a narrower glob.`,
        );
      }
    }
  }
  const sorted = [...files.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  return { files: sorted, skipped };
}

/** The files of a place, from the first folder of the client or the server that has it. */
async function listPlace(given: string, roots: Roots): Promise<ListedPlace> {
  const written = toWritten(given);
  let fault: ContextError | undefined;
  for (const start of roots.starts) {
    const path = resolve(start.real, written);
    // Nothing outside is looked at, so that a client does not learn what is there.
    if (!isWrittenBelow(path, roots)) continue;
    try {
      return await listFiles(await requireBelow(path, given, roots), { toReadAll: 'its own path' });
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      fault ??= new ContextError(given, error.reason);
    }
  }
  throw fault ?? notAllowed(given);
}

/** A path that leads to an allowed place, without its links; of a glob, those before the first wildcard. */
async function requireBelow(path: string, given: string, roots: Roots): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) {
    if (!isAllowed(real, roots)) throw notAllowed(given);
    return real;
  }
  const rest = path.split(sep);
  const wild = rest.findIndex((part) => /[*?[{(!]/.test(part));
  if (wild === -1) {
    // What is missing is reported only where the client may look.
    const folder = await realpath(dirname(path)).catch(() => undefined);
    if (folder !== undefined && !isAllowed(folder, roots)) throw notAllowed(given);
    return path;
  }
  const fixed = rest.slice(0, wild).join(sep);
  const folder = await realpath(fixed === '' ? sep : fixed).catch(() => undefined);
  if (folder === undefined) return path;
  if (!isAllowed(folder, roots)) throw notAllowed(given);
  return join(folder, ...rest.slice(wild));
}

function toWritten(given: string): string {
  if (given.includes('\0')) throw notAllowed(given);
  if (/^file:/i.test(given)) {
    try {
      return fileURLToPath(given);
    } catch {
      throw notAllowed(given);
    }
  }
  // A glob may hold such a step in braces, behind the first wildcard.
  if (/(?:^|[/\\{,(|])\.\.(?:$|[/\\},)|])/.test(given) && /[*?[{(!]/.test(given)) {
    throw notAllowed(given);
  }
  return given;
}

const notAllowed = (path: string): McpError =>
  new McpError(
    'path_not_allowed',
    `${JSON.stringify(path.slice(0, 500))} is not a file below a folder that the server and its client allow. Name a path inside of them.`,
  );
