import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { RunStore } from '@rlm/journal';
import { jsonlStore } from '@rlm/journal/jsonl';

/** Holds what the command keeps for itself; it is no text that is asked about. */
const ownFolder = '.rlm';

/** Where the journals of runs are kept. */
export interface Runs {
  readonly store: RunStore;
  /** As a person is told it. */
  readonly folder: string;
  /** Whether nobody named the folder. */
  readonly isDefault: boolean;
  /** The command line that does something with a run. */
  readonly commandFor: (
    action: 'resume' | 'fork' | 'runs remove' | 'runs' | 'approve' | 'reject',
    rest?: string,
  ) => string;
}

/** The runs of a folder; without one, those below the current folder. Nothing is written. */
export function openRuns(named: string | undefined): Runs {
  const folder = named ?? join(ownFolder, 'runs');
  const where = named === undefined ? '' : ` --runs ${named}`;
  return {
    store: jsonlStore({ folder: resolve(folder) }),
    folder,
    isDefault: named === undefined,
    commandFor: (action, rest = '') => `rlm ${action}${rest === '' ? '' : ` ${rest}`}${where}`,
  };
}

/** Makes the folder that nobody named, and keeps it out of git. */
export async function makeOwnFolder(): Promise<void> {
  await mkdir(ownFolder, { recursive: true });
  await writeFile(join(ownFolder, '.gitignore'), '*\n', { flag: 'wx' }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
}
