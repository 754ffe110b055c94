import { chmod, lstat, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { RunStore } from '@rlm/journal';
import { jsonlStore } from '@rlm/journal/jsonl';

import { shellWord } from '../shell-word.js';
import { UsageError } from '../usage-error.js';

/** Holds what the command keeps for itself; it is no text that is asked about. */
const ownFolder = '.rlm';

/** Where the journals of runs are kept. */
export interface Runs {
  readonly store: RunStore;
  /** The folder as a person sees it. */
  readonly folder: string;
  /** The folder that runs may read and write in unasked, absolute: where the command was called. */
  readonly current: string;
  /** Whether the folder is the default one. */
  readonly isDefault: boolean;
  /** The command line that does something with a run, to be copied; `more` follows the id as it is. */
  readonly commandFor: (
    action: 'resume' | 'fork' | 'runs remove' | 'runs' | 'approve' | 'reject' | 'show',
    runId?: string,
    more?: string,
  ) => string;
}

/** The runs of a folder; without one, those below the current folder. Nothing is written. */
export function openRuns(named: string | undefined, current = process.cwd()): Runs {
  const folder = named ?? join(ownFolder, 'runs');
  const where = named === undefined ? '' : `--runs ${shellWord(named)}`;
  return {
    store: jsonlStore({ folder: resolve(folder) }),
    folder,
    current,
    isDefault: named === undefined,
    commandFor: (action, runId = '', more = '') =>
      ['rlm', action, runId === '' ? '' : shellWord(runId), more, where]
        .filter((part) => part !== '')
        .join(' '),
  };
}

/**
 * Makes the default folder, for its owner alone, and keeps it out of git. Throws {@link UsageError} if it is a link, or the folder of
 * runs in it: one that came with a repository may lead anywhere.
 */
export async function makeOwnFolder(): Promise<void> {
  for (const folder of [ownFolder, join(ownFolder, 'runs')]) {
    const there = await lstat(folder).catch(() => undefined);
    if (there === undefined || there.isDirectory()) continue;
    const what = there.isSymbolicLink() ? 'a link, which is not followed' : 'no folder';
    throw new UsageError(
      `${folder} is ${what}: remove it, or name the folder of the runs with --runs`,
    );
  }
  await mkdir(ownFolder, { recursive: true, mode: 0o700 });
  // One that an earlier version made may be readable for others.
  await chmod(ownFolder, 0o700).catch(() => undefined);
  const ignore = { flag: 'wx', mode: 0o600 };
  await writeFile(join(ownFolder, '.gitignore'), '*\n', ignore).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
}
