import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import type { RunStore } from '@rlm/journal';
import { jsonlStore } from '@rlm/journal/jsonl';

import { shellWord } from '../shell-word.js';
import { UsageError } from '../usage-error.js';
import { ownRunsFolder, type Environment } from '../user-folders.js';

/** Where the journals of runs are kept. */
export interface Runs {
  readonly store: RunStore;
  /** The folder as a person sees it. */
  readonly folder: string;
  /** Whether it is the user's own folder; else somebody named it, and its runs may come from anybody. */
  readonly isOwn: boolean;
  /** The command line that does something with a run, to be copied; `more` follows the id as it is. */
  readonly commandFor: (
    action: 'resume' | 'fork' | 'runs remove' | 'runs' | 'approve' | 'reject' | 'show',
    runId?: string,
    more?: string,
  ) => string;
}

/** The runs of a folder that is named; else those in the user's own folder. Nothing is written. Throws {@link UsageError} without one. */
export function openRuns(named: string | undefined, environment?: Environment): Runs {
  const folder = named ?? ownRunsFolder(environment);
  if (folder === undefined) {
    throw new UsageError(
      'there is no folder for your runs, since HOME is not an absolute path: set HOME or XDG_STATE_HOME to one, or name a folder with --runs',
    );
  }
  const where = named === undefined ? '' : `--runs ${shellWord(named)}`;
  return {
    store: jsonlStore({ folder: resolve(folder) }),
    folder,
    isOwn: named === undefined,
    commandFor: (action, runId = '', more = '') =>
      ['rlm', action, runId === '' ? '' : shellWord(runId), more, where]
        .filter((part) => part !== '')
        .join(' '),
  };
}

/** Makes the user's own folder of runs, for its owner alone. A folder that was named is made by its store. Throws {@link UsageError}. */
export async function makeOwnFolder({ isOwn, folder }: Runs): Promise<void> {
  if (!isOwn) return;
  try {
    await makeFolder(folder);
    // One that was there before may be readable for others.
    for (const each of [dirname(folder), folder]) await chmod(each, 0o700);
  } catch (error) {
    throw new UsageError(
      `runs cannot be kept in ${folder}, your own folder: ${(error as Error).message}. Make it writable, or name another folder with --runs`,
      { cause: error },
    );
  }
  if (!(await isOwnPlace(folder))) {
    throw new UsageError(
      `runs cannot be kept in ${folder}: it belongs to another user. Set HOME or XDG_STATE_HOME to a place of your own, or name a folder with --runs`,
    );
  }
}

/** Makes a folder for its owner alone, and those above it. Node.js itself tries for ever where the system makes none, as in `/proc`. */
async function makeFolder(path: string): Promise<void> {
  const make = (): Promise<unknown> =>
    mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
      if (!(await stat(path).catch(() => undefined))?.isDirectory()) throw error;
    });
  await make().catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await make();
  });
}

/** Whether only this user can have put runs into the own folder. One that is not there has none. */
export async function isOwnPlace(folder: string): Promise<boolean> {
  const { getuid } = process;
  // Windows has no such modes; the folders of a user are the user's there.
  if (getuid === undefined) return true;
  for (const each of [dirname(folder), folder]) {
    const found = await stat(each).catch(() => undefined);
    if (found === undefined) continue;
    if (found.uid !== getuid() || (found.mode & 0o022) !== 0) return false;
  }
  return true;
}
