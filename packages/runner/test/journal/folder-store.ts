import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { RunStore } from '@rlm/journal';
import { jsonlStore } from '@rlm/journal/jsonl';

/** A store in a folder of its own, which is gone with `dispose`. */
export interface FolderStore extends AsyncDisposable {
  readonly folder: string;
  readonly store: RunStore;
}

/** A new store of files. */
export async function folderStore(): Promise<FolderStore> {
  const folder = await mkdtemp(join(tmpdir(), 'rlm-journal-'));
  return {
    folder,
    store: jsonlStore({ folder, sync: false }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The lines of a run's file. */
export async function linesOf(folder: string, runId: string): Promise<readonly string[]> {
  return (await readFile(join(folder, `${runId}.jsonl`), 'utf8')).split('\n').slice(0, -1);
}

/** Writes a run's file. */
export async function writeLines(
  folder: string,
  runId: string,
  lines: readonly string[],
): Promise<void> {
  await writeFile(join(folder, `${runId}.jsonl`), lines.map((line) => `${line}\n`).join(''));
}

/** Copies what is kept beside the files of the runs, the snapshots among it. */
export async function copyBlobs(from: string, to: string): Promise<void> {
  const isNone = (error: NodeJS.ErrnoException): void => {
    if (error.code !== 'ENOENT') throw error;
  };
  await cp(join(from, 'blobs'), join(to, 'blobs'), { recursive: true }).catch(isNone);
}
