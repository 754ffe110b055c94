import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';

import type { RunStore } from '@rlm/journal';
import { jsonlStore } from '@rlm/journal/jsonl';
import { messageOf } from '@rlm/repl-types/internal';

import type { Environment } from './endpoint.js';
import { UsageError } from './usage.js';

/**
 * Opens the store of the runs. An agent is answered even if none can be kept: that is said, and the store is undefined.
 * Throws {@link UsageError} if the folder lies in one that the agent may ask about.
 */
export async function keepRuns(
  named: string | undefined,
  folders: readonly string[],
  environment: Environment,
  say: (words: string) => void,
): Promise<RunStore | undefined> {
  const folder = resolve(named ?? usualFolder(environment));
  const around = folders.find((each) => isBelow(folder, resolve(each)));
  if (named !== undefined && around !== undefined) {
    throw new UsageError(
      `--runs needs a folder outside of those that may be asked about: ${named} lies in ${around}.`,
    );
  }
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return jsonlStore({ folder });
  } catch (fault) {
    say(`runs cannot be kept in ${folder}: ${messageOf(fault)}`);
    return undefined;
  }
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
}

/** Below what programs remember of a user: `XDG_STATE_HOME`, or as the system has it. */
function usualFolder({
  XDG_STATE_HOME: state = '',
  LOCALAPPDATA: local = '',
}: Environment): string {
  const { platform } = process;
  const own = [state, platform === 'win32' ? local : ''].find((folder) => isAbsolute(folder));
  const below = platform === 'darwin' ? ['Library', 'Application Support'] : ['.local', 'state'];
  return join(own ?? join(homedir(), ...below), 'rlm', 'mcp-runs');
}
