import { messageOf } from '@rlm/repl-types/internal';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

import { ContextError } from '../errors.js';

/** A file to read, and the name that it gets in the context. */
export interface ListedFile {
  readonly path: string;
  readonly name: string;
}

/** Folders that hold no documents. */
const ignoredFolders: ReadonlySet<string> = new Set(['.git', '.rlm', 'node_modules']);

/**
 * The files of a path: itself, or all below a folder, sorted by name. `folder` says which it was. Links are not
 * followed below a folder, so that there is no way round in a circle.
 */
export async function listFiles(
  path: string,
): Promise<{ readonly folder: boolean; readonly files: readonly ListedFile[] }> {
  const found = await stat(path).catch((error: unknown) => {
    throw new ContextError(path, reasonOf(error), error);
  });
  if (!found.isDirectory()) return { folder: false, files: [{ path, name: toName(path) }] };
  const files: ListedFile[] = [];
  await walk(path, path, files);
  files.sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0));
  return { folder: true, files };
}

async function walk(root: string, folder: string, files: ListedFile[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new ContextError(folder, reasonOf(error), error);
  });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!ignoredFolders.has(entry.name)) await walk(root, path, files);
    } else if (entry.isFile()) {
      files.push({ path, name: toName(relative(root, path)) });
    }
  }
}

function toName(path: string): string {
  return path.split(sep).join('/');
}

/** Why a path cannot be read, in words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file or folder';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
  return messageOf(error);
}
