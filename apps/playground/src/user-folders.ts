import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a folder of the user is for: what programs remember, or what the user has set. */
type UserFolder = 'state' | 'config';

const variables = { state: 'XDG_STATE_HOME', config: 'XDG_CONFIG_HOME' } as const;
const usual = { state: ['.local', 'state'], config: ['.config'] } as const;

/**
 * The folder of `rlm` for its runs (`state`) or its settings (`config`), of the user who runs this process. Undefined without one.
 *
 * - `$XDG_STATE_HOME/rlm` and `$XDG_CONFIG_HOME/rlm`, on every system. A value that is empty or relative is ignored, as the XDG Base
 *   Directory Specification says.
 * - else, on macOS: `~/Library/Application Support/rlm` for both;
 * - on Windows: `%LOCALAPPDATA%\rlm` for both;
 * - on every other system: `~/.local/state/rlm` and `~/.config/rlm`.
 */
export function userFolder(
  kind: UserFolder,
  environment: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const named = environment[variables[kind]];
  if (named !== undefined && isAbsolute(named)) return join(named, 'rlm');
  if (platform === 'win32') {
    const { LOCALAPPDATA: local = '' } = environment;
    return isAbsolute(local) ? join(local, 'rlm') : undefined;
  }
  const home = homeOf(environment);
  if (!isAbsolute(home)) return undefined;
  return platform === 'darwin'
    ? join(home, 'Library', 'Application Support', 'rlm')
    : join(home, ...usual[kind], 'rlm');
}

/** Where the runs of this user are, if no folder is named. Undefined without a folder of the user. */
export function ownRunsFolder(environment?: Environment): string | undefined {
  const own = userFolder('state', environment);
  return own === undefined ? undefined : join(own, 'runs');
}

function homeOf({ HOME: home = '' }: Environment): string {
  if (home !== '') return home;
  try {
    return userInfo().homedir;
  } catch {
    // This user has no entry in the system's list.
    return '';
  }
}
